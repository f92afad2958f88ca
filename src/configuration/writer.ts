import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { partsOf } from '../kernel/parts';
import type { ManyOf, RecordChange, ReservedPositions, Revision, Stored } from '../kernel/record';
import { inTurns } from '../kernel/turns';
import { NetworkRepository } from '../networks/domain/network.repository';
import { NetworksService } from '../networks/networks.service';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { PluginRepository } from '../plugins/domain/plugin.repository';
import { PluginsService } from '../plugins/plugins.service';
import { KnownNetworks } from '../relayers/domain/known-networks';
import type { Relayer } from '../relayers/domain/relayer';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import { RelayersService } from '../relayers/relayers.service';
import { SignerRepository } from '../signers/domain/signer.repository';
import { SignersService } from '../signers/signers.service';
import { OutdatedPlan } from './outdated-plan';
import type { Planned } from './planned';
import type { PlannedChange } from './section-plan';

/** How the records of one kind are written. */
interface Records<Entity> {
  readonly stored: ManyOf<Entity>;
  readonly service: { writeAll(changes: readonly RecordChange<Entity>[]): Promise<void> };
}

/**
 * Carries out plans. Nothing is judged here: only states, ids and references are compared with what they were when the plan
 * was made, as others may have changed them since.
 */
@Injectable()
export class Writer {
  private readonly signers;
  private readonly notifications;
  private readonly networks;
  private readonly relayers;
  private readonly plugins;

  constructor(
    signers: SignersService,
    storedSigners: SignerRepository,
    notifications: NotificationsService,
    storedNotifications: NotificationRepository,
    networks: NetworksService,
    storedNetworks: NetworkRepository,
    relayers: RelayersService,
    private readonly storedRelayers: RelayerRepository,
    plugins: PluginsService,
    storedPlugins: PluginRepository,
    private readonly known: KnownNetworks,
  ) {
    this.signers = { stored: storedSigners.many, service: signers };
    this.notifications = { stored: storedNotifications.many, service: notifications };
    this.networks = { stored: storedNetworks.many, service: networks };
    this.plugins = { stored: storedPlugins.many, service: plugins };
    this.relayers = { stored: storedRelayers.many, service: relayers };
  }

  /**
   * Needs a transaction.
   * @throws OutdatedPlan
   */
  async write(planned: Planned, signal: AbortSignal | undefined): Promise<void> {
    // From the first relayer on that refers to one, the database keeps it; how it changes does not matter.
    await checkPresent(this.notifications.stored, planned.references.notifications);
    const signers = await write(this.signers, planned.signers.changes, signal);
    const notifications = await write(this.notifications, planned.notifications.changes, signal);
    const networks = await write(this.networks, planned.networks.changes, signal);
    await write(this.relayers, planned.relayers.leaving, signal);
    const moved = await this.makeRoom(planned.moved);
    await planned.served.check(() => false).catch(asOutdated);
    const relayers = await write(this.relayers, planned.relayers.changes, signal, moved);
    const { networks: used } = planned.served;
    if ((await this.known.hold(used)).size < used.length) throw new OutdatedPlan();
    await write(this.notifications, planned.notifications.leaving, signal);
    await write(this.signers, planned.signers.leaving, signal);
    await write(this.networks, planned.networks.leaving, signal);
    const plugins = await write(this.plugins, planned.plugins.changes, signal);
    await write(this.plugins, planned.plugins.leaving, signal);
    await planned.remaining.check(signal);
    await checkStates(this.signers.stored, planned.references.signers);
    for (const reserved of [signers, notifications, networks, relayers, plugins]) await reserved?.settle();
  }

  /** Relayers that change places leave them first; what they were is what their audit entries have to say. */
  private async makeRoom(moved: readonly PlannedChange<Relayer>[]): Promise<ReadonlyMap<string, Stored<Relayer>>> {
    const ids = moved.map(({ id }) => id);
    const before = await this.storedRelayers.many.find(ids);
    await this.storedRelayers.vacate(ids);
    return before;
  }
}

async function write<Entity>(
  { stored, service }: Records<Entity>,
  changes: readonly PlannedChange<Entity>[],
  signal: AbortSignal | undefined,
  read: ReadonlyMap<string, Stored<Entity>> = new Map(),
): Promise<ReservedPositions | undefined> {
  const reserved = await stored.reserve(changes.filter(({ before }) => !before).length);
  let position = reserved?.first;
  for await (const part of inTurns(partsOf(changes), signal)) {
    signal?.throwIfAborted();
    const states = new Map(part.flatMap(({ id, before }) => (before ? [[id, before] as const] : [])));
    await checkStates(
      stored,
      states,
      part.map(({ id }) => id),
    );
    const found = await stored.find([...states.keys()].filter((id) => !read.has(id)));
    await service.writeAll(
      part.map(({ id, after }) => {
        const before = read.get(id) ?? found.get(id);
        const change = { before, after: after?.(), position: before ? undefined : position };
        if (position !== undefined && !before) position++;
        return change as RecordChange<Entity>;
      }),
    );
  }
  return reserved;
}

async function checkPresent<Entity>(stored: ManyOf<Entity>, planned: ReadonlyMap<string, Revision>): Promise<void> {
  const found = await stored.states([...planned.keys()]);
  if (found.size < planned.size) throw new OutdatedPlan();
}

/** @param ids all of those that are looked at: of the others nothing may be stored */
async function checkStates<Entity>(
  stored: ManyOf<Entity>,
  states: ReadonlyMap<string, Revision>,
  ids: readonly string[] = [...states.keys()],
): Promise<void> {
  const now = await stored.lock(ids);
  for (const id of ids) {
    const [planned, found] = [states.get(id), now.get(id)];
    if (planned?.position !== found?.position || planned?.version !== found?.version) throw new OutdatedPlan();
  }
}

function asOutdated(error: unknown): never {
  throw error instanceof DomainError && error.kind === 'conflict' ? new OutdatedPlan() : error;
}
