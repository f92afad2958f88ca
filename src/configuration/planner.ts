import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { partsOf } from '../kernel/parts';
import type { ManyOf, Revision, Stored } from '../kernel/record';
import { inTurns, taken } from '../kernel/turns';
import { NetworkRepository } from '../networks/domain/network.repository';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { PluginRepository } from '../plugins/domain/plugin.repository';
import { NetworkTypes } from '../relayers/domain/policies';
import type { Relayer } from '../relayers/domain/relayer';
import { RelayerRepository, servedKey } from '../relayers/domain/relayer.repository';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import {
  compareNetworks,
  compareNotifications,
  comparePlugins,
  compareRelayers,
  compareSigners,
} from './domain/comparison';
import type { Configuration } from './domain/configuration';
import { FileRelayers, type StoredReferences } from './domain/file-relayers';
import { planOf } from './domain/plan';
import { NetworksServed } from './networks-served';
import { NetworksUsed } from './networks-used';
import type { Planned, Planning } from './planned';
import { RelayerSpool } from './relayer-spool';
import { RemainingRelayers } from './remaining-relayers';
import { opened, type PlannedChange, SectionPlan, type Settled } from './section-plan';

const MAX_NAMED = 20;

/** A plan while it is made. */
type Draft = Omit<Planned, 'plan' | 'remaining'> & {
  readonly configuration: Configuration;
  readonly planning: Planning;
  readonly file: FileRelayers;
  /** The file's signers, and the stored ones that stay as they are instead. */
  readonly standingSigners: Map<string, Signer>;
  /** The signers whose accounts change. */
  readonly accounts: Set<string>;
  /** The states of the signers and notifications that were looked at. */
  readonly states: { readonly signers: Map<string, Revision>; readonly notifications: Map<string, Revision> };
  readonly references: { readonly signers: Map<string, Revision>; readonly notifications: Map<string, Revision> };
  readonly moved: PlannedChange<Relayer>[];
  /** There where networks may go. */
  readonly networksUsed: NetworksUsed | undefined;
};

/** Finds out what has to change so that the store is what a file says. Changes nothing. */
@Injectable()
export class Planner {
  constructor(
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly networks: NetworkRepository,
    private readonly relayers: RelayerRepository,
    private readonly plugins: PluginRepository,
    private readonly networkTypes: NetworkTypes,
  ) {}

  /** Adds what is wrong with the relayers of a file to the findings; what they refer to and it has not has to be stored. */
  async validate(configuration: Configuration, planning: Pick<Planning, 'findings' | 'signal'>): Promise<void> {
    const states = { signers: new Map(), notifications: new Map() };
    const file = new FileRelayers(configuration, { stored: this.storedReferences(states) });
    await taken(file.read(planning), planning.signal);
  }

  /**
   * Needs a transaction that reads. Where anything is wrong with the relayers, which is added to the findings, there is no plan.
   * @throws DomainError `conflict` where a record is stored that must not be, or is needed by one that stays
   */
  async plan(configuration: Configuration, planning: Planning): Promise<Planned | undefined> {
    const spool = new RelayerSpool(this.networkTypes);
    try {
      const planned = await this.planned(this.begin(configuration, planning, spool));
      if (!planned) spool.close();
      return planned;
    } catch (error) {
      spool.close();
      throw error;
    }
  }

  private begin(configuration: Configuration, planning: Planning, spool: RelayerSpool): Draft {
    const { options, comparesSecrets } = planning;
    const states = { signers: new Map<string, Revision>(), notifications: new Map<string, Revision>() };
    const standingSigners = new Map(configuration.signers);
    return {
      configuration,
      planning,
      states,
      standingSigners,
      file: new FileRelayers(configuration, { stored: this.storedReferences(states), signers: standingSigners }),
      accounts: new Set(),
      references: { signers: new Map(), notifications: new Map() },
      moved: [],
      networksUsed: options.prune && configuration.has('networks') ? new NetworksUsed() : undefined,
      served: new NetworksServed(this.relayers),
      signers: new SectionPlan(this.signers.many, options, {
        resource: 'signer',
        compare: (before, after) => compareSigners(before, after, comparesSecrets),
      }),
      notifications: new SectionPlan(this.notifications.many, options, {
        resource: 'notification',
        compare: (before, after) => compareNotifications(before, after, comparesSecrets),
        succeed: (after, before) => after.succeeding(before),
      }),
      networks: new SectionPlan(this.networks.many, options, {
        resource: 'network',
        compare: compareNetworks,
        succeed: (after, before) => after.succeeding(before),
        isPermanent: ({ isCatalogue }) => isCatalogue,
        isDefault: ({ entity, version }) => entity.isCatalogue && version === 1,
      }),
      relayers: new SectionPlan(this.relayers.many, options, {
        resource: 'relayer',
        compare: compareRelayers,
        succeed: (after, before) => after.succeeding(before),
        hold: spool.add,
      }),
      plugins: new SectionPlan(this.plugins.many, options, {
        resource: 'plugin',
        compare: (before, after) => comparePlugins(before, after, comparesSecrets),
      }),
      close: () => spool.close(),
    };
  }

  private async planned(draft: Draft): Promise<Planned | undefined> {
    const { configuration, planning, signers, notifications, networks, relayers, plugins, file, states } = draft;
    const { options, findings, signal } = planning;
    for await (const wanted of inTurns(partsOf(configuration.signers.values()), signal)) {
      for (const settled of await signers.settle(wanted)) noteSigner(draft, settled);
    }
    for await (const wanted of inTurns(partsOf(configuration.notifications.values()), signal)) {
      for (const { before, isChanged } of await notifications.settle(wanted))
        if (before && !isChanged) states.notifications.set(before.entity.id, before);
    }
    for await (const wanted of inTurns(partsOf(configuration.networks.values()), signal)) await networks.settle(wanted);
    await this.planRelayers(draft);
    if (findings.hasErrors) return undefined;
    if (configuration.has('relayers')) await relayers.prune(file.ids, signal);
    const leaving = new Set(relayers.leaving.map(({ id }) => id));
    const isPlanned = (id: string): boolean =>
      leaving.has(id) || (options.onConflict === 'replace' && file.ids.has(id));
    await draft.served.check(isPlanned);
    if (configuration.has('notifications')) await notifications.prune(idsOf(configuration.notificationSection), signal);
    if (configuration.has('signers')) await signers.prune(idsOf(configuration.signerSection), signal);
    if (configuration.has('networks')) await networks.prune(idsOf(configuration.networkSection), signal);
    draft.networksUsed?.check(networks.leaving);
    for await (const wanted of inTurns(partsOf(configuration.plugins.values()), signal)) await plugins.settle(wanted);
    if (configuration.has('plugins')) await plugins.prune(idsOf(configuration.pluginSection), signal);
    const stakes = {
      accounts: draft.accounts,
      signers: leavingOf(signers),
      notifications: leavingOf(notifications),
      networks: leavingOf(networks),
    };
    const remaining = new RemainingRelayers(this.relayers.many, stakes, isPlanned);
    await remaining.check(signal);
    const parts = [
      signers.draft,
      notifications.draft,
      networks.draft,
      relayers.leavingDraft,
      relayers.draft,
      notifications.leavingDraft,
      signers.leavingDraft,
      networks.leavingDraft,
      plugins.draft,
      plugins.leavingDraft,
    ];
    const conflicts = parts.flatMap((part) => part.conflicts);
    if (conflicts.length > 0) throw refusal(conflicts);
    return { ...draft, remaining, plan: planOf(parts) };
  }

  private async planRelayers(draft: Draft): Promise<void> {
    const { file, planning, relayers } = draft;
    for await (const wanted of file.read(planning)) {
      // Its faults are all that is asked for then.
      if (planning.findings.hasErrors) continue;
      for (const settled of await relayers.settle(wanted)) noteRelayer(draft, settled);
      planning.progress?.(file.ids.size);
    }
  }

  private storedReferences(states: Draft['states']): StoredReferences {
    const found = async <Entity>(
      records: ManyOf<Entity>,
      ids: readonly string[],
      known: Map<string, Revision>,
    ): Promise<ReadonlyMap<string, Stored<Entity>>> => {
      const stored = await opened(() => records.find(ids));
      for (const [id, { position, version }] of stored) known.set(id, { position, version });
      return stored;
    };
    return {
      signers: async (ids) => {
        const stored = await found(this.signers.many, ids, states.signers);
        return new Map([...stored].map(([id, { entity }]) => [id, entity]));
      },
      notifications: async (ids) => new Set((await found(this.notifications.many, ids, states.notifications)).keys()),
    };
  }
}

function noteSigner({ standingSigners, states, accounts }: Draft, { before, after, isChanged }: Settled<Signer>): void {
  if (!before) return;
  if (!isChanged) {
    standingSigners.set(after.id, after);
    states.signers.set(after.id, { position: before.position, version: before.version });
  } else if (accountsOf(before.entity) !== accountsOf(after)) accounts.add(after.id);
}

function noteRelayer(
  { served, moved, states, references, networksUsed }: Draft,
  { before, after, isChanged }: Settled<Relayer>,
): void {
  networksUsed?.add(after);
  if (!isChanged) return;
  const isMoved = before && servedKey(before.entity.document) !== servedKey(after.document);
  if (!before || isMoved) served.add(after);
  if (isMoved) moved.push({ id: after.id, before: { position: before.position, version: before.version } });
  const { signer_id: signer, notification_id: notification } = after.document;
  const state = { signer: states.signers.get(signer), notification: states.notifications.get(notification ?? '') };
  if (state.signer) references.signers.set(signer, state.signer);
  if (state.notification && notification !== null) references.notifications.set(notification, state.notification);
}

const idsOf = (section: { readonly ids: ReadonlySet<string> } | undefined): ReadonlySet<string> =>
  section?.ids ?? new Set();

const leavingOf = ({ leaving }: { readonly leaving: readonly { readonly id: string }[] }): ReadonlySet<string> =>
  new Set(leaving.map(({ id }) => id));

const accountsOf = (signer: Signer): string =>
  JSON.stringify(
    (['secp256k1', 'ed25519'] as const).map((curve) => {
      const { publicKey, ...rest } = signer.account(curve) ?? {};
      return { ...rest, publicKey: publicKey && Buffer.from(publicKey).toString('hex') };
    }),
  );

function refusal(conflicts: readonly string[]): DomainError {
  const rest = conflicts.length - MAX_NAMED;
  const names = conflicts.slice(0, MAX_NAMED).join(', ');
  return DomainError.conflict(`Already stored: ${names}${rest > 0 ? ` and ${String(rest)} more` : ''}`);
}
