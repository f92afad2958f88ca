import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { DomainError } from '../kernel/domain-error';
import { type Page, type PageRequest, pagesOf } from '../kernel/page';
import type { Kept, Published } from '../kernel/record';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import { RelayersService } from '../relayers/relayers.service';
import type { Relayer } from '../relayers/domain/relayer';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import { SignersService } from '../signers/signers.service';
import type { Bundle, Stored } from './domain/bundle';
import { compareNotifications, compareRelayers, compareSigners } from './domain/comparison';
import type { RecordSection } from './domain/configuration-file';
import { Findings } from './domain/finding';
import { type FieldChange, type Plan, PlanDraft, type Resource, type Wish } from './domain/plan';
import { KeptSectionsService } from './kept-sections.service';
import { RelayerMoves } from './relayer-moves';
import { UnusableConfiguration } from './unusable-configuration';

const MOST_NAMED = 20;

/** Where a reconciliation stands. */
interface Task {
  readonly bundle: Bundle;
  readonly wish: Wish;
  readonly plan: PlanDraft;
  /** What is stored already and must not be. */
  readonly taken: string[];
}

/** How one record is made what a file says. */
interface Steps<Entity> {
  readonly compare: (before: Entity) => FieldChange[];
  readonly add: () => Promise<unknown>;
  readonly replace: (kept: Kept<Entity>) => Promise<unknown>;
  /** What else there is to do where the record is left alone. */
  readonly leave?: (kept: Kept<Entity>) => void;
}

/** Makes the store equal to a bundle, in an order in which nothing refers to what is not there. Needs a transaction. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly signers: SignersService,
    private readonly notifications: NotificationsService,
    private readonly relayers: RelayersService,
    private readonly keptSigners: SignerRepository,
    private readonly keptNotifications: NotificationRepository,
    private readonly keptRelayers: RelayerRepository,
    private readonly sections: KeptSectionsService,
    private readonly journal: Journal,
  ) {}

  /** What a file may refer to beyond its own sections. */
  readonly stored: Stored = {
    signer: async (id) => (await this.keptSigners.lock(id))?.entity,
    hasNotification: async (id) => (await this.keptNotifications.read(id)) !== undefined,
  };

  /**
   * @param progress told how many relayers are done
   * @throws DomainError `conflict` where a record is stored that must not be, or is needed by one that stays;
   * `precondition_failed` where the plan is another one than the wish names
   */
  async reconcile(bundle: Bundle, wish: Wish, progress: (done: number) => void): Promise<Plan> {
    const task: Task = { bundle, wish, plan: new PlanDraft(), taken: [] };
    await this.settleSigners(task);
    await this.settleNotifications(task);
    // First those that go: a signer that served one of them on a network may serve another one there.
    await this.prune(task, 'relayers', 'relayer', bundle.relayerIds, this.relayers);
    await this.settleRelayers(task, progress);
    await this.prune(task, 'notifications', 'notification', new Set(bundle.notifications?.keys()), this.notifications);
    await this.prune(task, 'signers', 'signer', new Set(bundle.signers?.keys()), this.signers);
    task.taken.push(...(await this.sections.settle(bundle, wish, task.plan)));
    if (task.taken.length > 0) throw refusal(task.taken);
    const plan = task.plan.finish();
    if (wish.digest !== undefined && wish.digest !== plan.digest) throw otherPlan();
    return plan;
  }

  private async settleSigners(task: Task): Promise<void> {
    for (const [id, signer] of task.bundle.signers ?? []) {
      await settle(task, 'signer', id, await this.keptSigners.lock(id), {
        compare: (before) => compareSigners(before, signer),
        add: () => this.signers.add(signer),
        replace: async (kept) => {
          await this.checkOthers(task, kept.entity, signer);
          return this.signers.replace(kept, signer);
        },
        leave: ({ entity }) => task.bundle.useSigner(entity),
      });
      await this.journal.relieve();
    }
  }

  private async settleNotifications(task: Task): Promise<void> {
    for (const [id, notification] of task.bundle.notifications ?? []) {
      await settle(task, 'notification', id, await this.keptNotifications.lock(id), {
        compare: (before) => compareNotifications(before, notification),
        add: () => this.notifications.add(notification),
        replace: (kept) => this.notifications.replace(kept, notification),
      });
      await this.journal.relieve();
    }
  }

  private async settleRelayers(task: Task, progress: (done: number) => void): Promise<void> {
    let done = 0;
    const findings = new Findings();
    const moves = new RelayerMoves(this.keptRelayers);
    for await (const wanted of task.bundle.relayers(this.stored, findings)) {
      // Where those that are there stay as they are, nothing becomes free.
      if (task.wish.existing !== 'replace' || !(await moves.mustWait(wanted)))
        await this.settleRelayer(task, wanted, moves);
      progress(++done);
      await this.journal.relieve();
    }
    // What the file refers to may have gone since it was judged.
    if (findings.hasErrors) throw new UnusableConfiguration(findings.all);
    for (let next = await moves.release(); next; next = await moves.release())
      await this.settleRelayer(task, next, moves);
  }

  /** Settles a relayer, then the one that has waited for what it leaves, and so on. */
  private async settleRelayer(task: Task, first: Relayer, moves: RelayerMoves): Promise<void> {
    for (let wanted: Relayer | undefined = first; wanted;) {
      const kept = moves.asItWas(await this.keptRelayers.lock(wanted.id));
      const relayer: Relayer = kept ? wanted.succeeding(kept.entity) : wanted;
      await settle(task, 'relayer', relayer.id, kept, {
        compare: (before) => compareRelayers(before, relayer),
        add: () => this.relayers.add(relayer),
        replace: (before) => this.relayers.replace(before, relayer),
      });
      wanted = moves.follower(kept?.entity);
    }
  }

  /** Another key in the place of a signer's must not move relayers that the file says nothing of to another account. */
  private async checkOthers({ bundle, wish }: Task, before: Signer, after: Signer): Promise<void> {
    if (accountsOf(before) === accountsOf(after)) return;
    const list = (request: PageRequest): Promise<Page<Published>> =>
      this.keptRelayers.page(request, { signerId: before.id });
    for await (const { id } of each(list)) {
      if (bundle.relayerIds.has(id) || (wish.prune && bundle.has('relayers'))) continue;
      throw DomainError.conflict(
        `Signer ${before.id} would get another account, and serves relayer ${id}, which is not in the file`,
      );
    }
  }

  private async prune(
    { bundle, wish, plan }: Task,
    section: RecordSection,
    resource: Resource,
    wanted: ReadonlySet<string>,
    records: { list(request: PageRequest): Promise<Page<Published>>; delete(id: string): Promise<void> },
  ): Promise<void> {
    if (!bundle.has(section)) return;
    for await (const record of each((request) => records.list(request))) {
      const { id } = record;
      if (wanted.has(id)) continue;
      if (wish.prune) {
        await records.delete(id);
        await this.journal.relieve();
        plan.add('delete', resource, id, record);
      } else plan.extra++;
    }
  }
}

async function settle<Entity>(
  { wish, plan, taken }: Task,
  resource: Resource,
  id: string,
  kept: Kept<Entity> | undefined,
  { compare, add, replace, leave }: Steps<Entity>,
): Promise<void> {
  if (!kept) {
    await add();
    plan.add('create', resource, id, undefined);
  } else if (wish.existing === 'replace') {
    const fields = compare(kept.entity);
    if (fields.length === 0) plan.unchanged++;
    else {
      await replace(kept);
      plan.add('update', resource, id, kept, fields);
    }
  } else {
    leave?.(kept);
    if (wish.existing === 'fail') taken.push(`${resource} ${id}`);
    else plan.skipped++;
  }
}

/** Every record of a list, read page by page, which may be deleted meanwhile. */
async function* each<T extends Published>(list: (request: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  for await (const { items } of pagesOf(list, ({ position }) => position)) yield* items;
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

function refusal(taken: readonly string[]): DomainError {
  const rest = taken.length - MOST_NAMED;
  const names = `${taken.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
  return DomainError.conflict(`Already stored: ${names}`);
}
