import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { type Page, type PageRequest, pagesOf } from '../kernel/page';
import type { Stored } from '../kernel/record';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import { RelayersService } from '../relayers/relayers.service';
import type { Relayer } from '../relayers/domain/relayer';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import { SignersService } from '../signers/signers.service';
import type { Configuration, StoredReferences } from './domain/configuration';
import { compareNotifications, compareRelayers, compareSigners } from './domain/comparison';
import type { RecordSection } from './domain/configuration-document';
import { type Finding, sorted } from './domain/finding';
import { type FieldChange, type Plan, PlanDraft, type Resource, type ApplyOptions } from './domain/plan';
import type { Progress } from './progress';
import { UnsupportedSectionsService } from './unsupported-sections.service';
import { RelayerMoves } from './relayer-moves';
import { UnusableConfiguration } from './unusable-configuration';

const MAX_NAMED = 20;

/** What is to be made of the store. */
export interface Target {
  readonly configuration: Configuration;
  /** Of all of its relayers. */
  readonly relayerIds: ReadonlySet<string>;
  readonly options: ApplyOptions;
}

/** Where a reconciliation stands. */
interface Task extends Target {
  readonly plan: PlanDraft;
  /** The stored signers that stay in place of the configuration's. */
  readonly skippedSigners: Map<string, Signer>;
}

/** How one record is made what a file says. */
interface Steps<Record extends Stored<unknown>> {
  readonly compare: (before: Record['entity']) => FieldChange[];
  readonly add: () => Promise<unknown>;
  readonly replace: (before: Record) => Promise<unknown>;
  /** What else there is to do where the record is left alone. */
  readonly leave?: (before: Record) => unknown;
}

/** Makes the store equal to a configuration. Needs a transaction. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly signers: SignersService,
    private readonly notifications: NotificationsService,
    private readonly relayers: RelayersService,
    private readonly storedSigners: SignerRepository,
    private readonly storedNotifications: NotificationRepository,
    private readonly storedRelayers: RelayerRepository,
    private readonly sections: UnsupportedSectionsService,
  ) {}

  readonly storedReferences: StoredReferences = {
    signer: async (id) => (await this.storedSigners.lock(id))?.entity,
    hasNotification: async (id) => (await this.storedNotifications.find(id)) !== undefined,
  };

  /**
   * @param progress told how many relayers are done
   * @throws DomainError `conflict` where a record is stored that must not be, or is needed by one that stays;
   * `precondition_failed` where the plan is another one than the options names
   */
  async reconcile(target: Target, progress: Progress | undefined): Promise<Plan> {
    const { configuration, relayerIds, options } = target;
    const task: Task = { ...target, plan: new PlanDraft(), skippedSigners: new Map() };
    await this.reconcileSigners(task);
    await this.reconcileNotifications(task);
    // First those that go: a signer that served one of them on a network may serve another one there.
    await this.prune(task, 'relayers', 'relayer', relayerIds, this.relayers);
    await this.reconcileRelayers(task, progress);
    const notificationIds = new Set(configuration.notifications.map(({ id }) => id));
    await this.prune(task, 'notifications', 'notification', notificationIds, this.notifications);
    await this.prune(task, 'signers', 'signer', new Set(configuration.signers.keys()), this.signers);
    await this.sections.reconcile(configuration, options, task.plan);
    if (task.plan.conflicts.length > 0) throw refusal(task.plan.conflicts);
    const plan = task.plan.finish();
    if (options.digest !== undefined && options.digest !== plan.digest) throw otherPlan();
    return plan;
  }

  private async reconcileSigners(task: Task): Promise<void> {
    for (const [id, signer] of task.configuration.signers) {
      await reconcileRecord(task, 'signer', id, await this.storedSigners.lock(id), {
        compare: (before) => compareSigners(before, signer),
        add: () => this.signers.add(signer),
        replace: async (kept) => {
          await this.checkOthers(task, kept.entity, signer);
          return this.signers.writeAll([{ before: kept, after: signer }]);
        },
        leave: ({ entity }) => task.skippedSigners.set(id, entity),
      });
    }
  }

  private async reconcileNotifications(task: Task): Promise<void> {
    for (const notification of task.configuration.notifications) {
      await reconcileRecord(
        task,
        'notification',
        notification.id,
        await this.storedNotifications.lock(notification.id),
        {
          compare: (before) => compareNotifications(before, notification),
          add: () => this.notifications.add(notification),
          replace: (kept) =>
            this.notifications.writeAll([{ before: kept, after: notification.succeeding(kept.entity) }]),
        },
      );
    }
  }

  private async reconcileRelayers(task: Task, progress: Progress | undefined): Promise<void> {
    let done = 0;
    const findings: Finding[] = [];
    const moves = new RelayerMoves(this.storedRelayers);
    const signers = new Map([...task.configuration.signers, ...task.skippedSigners]);
    for await (const read of task.configuration.relayers(this.storedReferences, signers)) {
      findings.push(...read.findings.filter(({ severity }) => severity === 'error'));
      const { relayer: wanted } = read;
      if (!wanted) continue;
      // Where those that are there stay as they are, nothing becomes free.
      if (task.options.onConflict !== 'replace' || !(await moves.mustWait(wanted)))
        await this.reconcileRelayer(task, wanted, moves);
      progress?.(++done);
    }
    // What the file refers to may have gone since it was validated.
    if (findings.length > 0) throw new UnusableConfiguration(sorted(findings));
    for (let next = await moves.release(); next; next = await moves.release())
      await this.reconcileRelayer(task, next, moves);
  }

  /** Settles a relayer, then the one that has waited for what it leaves, and so on. */
  private async reconcileRelayer(task: Task, first: Relayer, moves: RelayerMoves): Promise<void> {
    for (let wanted: Relayer | undefined = first; wanted;) {
      const kept = moves.asItWas(await this.storedRelayers.lock(wanted.id));
      const relayer: Relayer = kept ? wanted.succeeding(kept.entity) : wanted;
      await reconcileRecord(task, 'relayer', relayer.id, kept, {
        compare: (before) => compareRelayers(before, relayer),
        add: () => this.relayers.add(relayer),
        replace: async (before) => {
          await this.checkServed(relayer);
          return this.relayers.writeAll([{ before, after: relayer }]);
        },
      });
      wanted = moves.follower(kept?.entity);
    }
  }

  private async checkServed({ id, document }: Relayer): Promise<void> {
    const { signer_id, network_type, network } = document;
    const served = await this.storedRelayers.served(signer_id, network_type, network);
    if (served === undefined || served === id) return;
    throw DomainError.conflict(`Signer ${signer_id} already serves relayer ${served} on ${network_type}:${network}`);
  }

  /** Another key in the place of a signer's must not move relayers that the file says nothing of to another account. */
  private async checkOthers(
    { configuration, relayerIds, options }: Task,
    before: Signer,
    after: Signer,
  ): Promise<void> {
    if (accountsOf(before) === accountsOf(after)) return;
    const list = (request: PageRequest) => this.storedRelayers.page(request, { signerId: before.id });
    for await (const { entity } of each(list)) {
      const { id } = entity;
      if (relayerIds.has(id) || (options.prune && configuration.has('relayers'))) continue;
      throw DomainError.conflict(
        `Signer ${before.id} would get another account, and serves relayer ${id}, which is not in the file`,
      );
    }
  }

  private async prune(
    { configuration, options, plan }: Task,
    section: RecordSection,
    resource: Resource,
    wanted: ReadonlySet<string>,
    records: {
      list(request: PageRequest): Promise<Page<Stored<{ readonly id: string }>>>;
      delete(id: string): Promise<void>;
    },
  ): Promise<void> {
    if (!configuration.has(section)) return;
    for await (const record of each((request) => records.list(request))) {
      const { id } = record.entity;
      if (wanted.has(id)) continue;
      if (options.prune) {
        await records.delete(id);
        plan.add('delete', resource, id, record);
      } else plan.extra++;
    }
  }
}

async function reconcileRecord<Record extends Stored<unknown>>(
  { options, plan }: Task,
  resource: Resource,
  id: string,
  kept: Record | undefined,
  { compare, add, replace, leave }: Steps<Record>,
): Promise<void> {
  if (!kept) {
    await add();
    plan.add('create', resource, id, undefined);
  } else if (options.onConflict === 'replace') {
    const fields = compare(kept.entity);
    if (fields.length === 0) plan.unchanged++;
    else {
      await replace(kept);
      plan.add('update', resource, id, kept, fields);
    }
  } else {
    leave?.(kept);
    if (options.onConflict === 'fail') plan.conflict(`${resource} ${id}`);
    else plan.skipped++;
  }
}

/** Every record of a list, read page by page, which may be deleted meanwhile. */
async function* each<T extends Stored<{ readonly id: string }>>(
  list: (request: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<T> {
  for await (const { items } of pagesOf(list)) yield* items;
}

const accountsOf = (signer: Signer): string =>
  JSON.stringify(
    (['secp256k1', 'ed25519'] as const).map((curve) => {
      const { publicKey, ...rest } = signer.account(curve) ?? {};
      return { ...rest, publicKey: publicKey && Buffer.from(publicKey).toString('hex') };
    }),
  );

const otherPlan = (): DomainError =>
  new DomainError('precondition_failed', 'What would change is no longer what was agreed to');

function refusal(conflicts: readonly string[]): DomainError {
  const rest = conflicts.length - MAX_NAMED;
  const names = `${conflicts.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
  return DomainError.conflict(`Already stored: ${names}`);
}
