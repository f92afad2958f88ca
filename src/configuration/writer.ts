import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { partsOf } from '../kernel/parts';
import type { ManyOf, RecordChange, ReservedPositions, Revision } from '../kernel/record';
import { inTurns } from '../kernel/turns';
import { KnownNetworks } from '../relayers/domain/known-networks';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import type { PlannedChange } from './domain/plan';
import { WRITING_ORDER } from './domain/records';
import { notificationRecords } from './domain/records/notification.records';
import { relayerRecords } from './domain/records/relayer.records';
import { signerRecords } from './domain/records/signer.records';
import { OutdatedPlan } from './outdated-plan';
import type { Planned } from './planner';
import { type PlannedPart, PreparedRecords } from './prepared-records';
import { type RecordStore, RecordStores } from './record-stores';

/**
 * Carries out plans. Nothing is judged here: only states, ids and references are compared with what they were when the plan
 * was made, as others may have changed them since.
 */
@Injectable()
export class Writer {
  constructor(
    private readonly stores: RecordStores,
    private readonly relayers: RelayerRepository,
    private readonly known: KnownNetworks,
  ) {}

  /**
   * Has ready what takes no transaction, so that nobody waits for it; to be closed.
   * @throws OutdatedPlan
   */
  async prepare({ plans }: Planned, signal: AbortSignal | undefined): Promise<PreparedRecords> {
    const prepared = new PreparedRecords();
    try {
      for (const [kind, step] of WRITING_ORDER) {
        const store = this.stores.of(kind);
        const { service } = store;
        if ('prepareAll' in service) await prepared.prepare(store, service, plans.of(kind)[step].planned, signal);
      }
      return prepared;
    } catch (error) {
      prepared.close();
      throw error;
    }
  }

  /**
   * Needs a transaction.
   * @throws OutdatedPlan
   */
  async write(
    { plans, dependencies, remaining }: Planned,
    prepared: PreparedRecords,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { moved, served, references } = dependencies;
    // From the first relayer on that refers to one, the database keeps it; how it changes does not matter.
    await checkPresent(this.stores.of(notificationRecords).many, references.get(notificationRecords) ?? new Map());
    const reserved: (ReservedPositions | undefined)[] = [];
    for (const [kind, step] of WRITING_ORDER) {
      const { planned } = plans.of(kind)[step];
      const isRelayers = kind === relayerRecords && step === 'changes';
      // Relayers that change places leave them first.
      if (isRelayers) await this.relayers.vacate(moved.map(({ id }) => id));
      if (isRelayers) await served.check(() => false).catch(asOutdated);
      const store = this.stores.of(kind);
      const positions = await store.many.reserve(countNew(planned));
      reserved.push(positions);
      await write(store.many, prepared.of(planned) ?? partsNow(store, planned), positions, signal);
      if (isRelayers && (await this.known.hold(served.networks)).size < served.networks.length)
        throw new OutdatedPlan();
    }
    await remaining.check(signal);
    await checkStates(this.stores.of(signerRecords).many, references.get(signerRecords) ?? new Map());
    for (const positions of reserved) await positions?.settle();
  }
}

async function write<Entity>(
  stored: ManyOf<Entity>,
  parts: Iterable<PlannedPart>,
  reserved: ReservedPositions | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  let position = reserved?.first;
  for await (const { changes, write } of inTurns(parts, signal)) {
    signal?.throwIfAborted();
    const states = new Map(changes.flatMap(({ id, before }) => (before ? [[id, before] as const] : [])));
    await checkStates(
      stored,
      states,
      changes.map(({ id }) => id),
    );
    await write(position);
    if (position !== undefined) position += countNew(changes);
  }
}

/** Changes that are made ready when they are written. */
function* partsNow<Entity>(
  { many, service }: RecordStore<Entity>,
  planned: readonly PlannedChange<Entity>[],
): Generator<PlannedPart> {
  if (!('writeAll' in service)) throw new Error('These records are to be prepared');
  for (const changes of partsOf(planned)) {
    const write = async (first: number | undefined): Promise<void> => {
      const found = await many.find(changes.flatMap(({ id, before }) => (before ? [id] : [])));
      const becoming = changes.map(({ id, after }) => ({ before: found.get(id), after: after?.() }));
      await service.writeAll(becoming as RecordChange<Entity>[], first);
    };
    yield { changes, write };
  }
}

const countNew = (changes: readonly PlannedChange<unknown>[]): number => changes.filter(({ before }) => !before).length;

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
