import { SealError } from '../encryption/secret-box';
import { DomainError } from '../kernel/domain-error';
import type { ManyOf, Revision, Stored } from '../kernel/record';
import { inTurns } from '../kernel/turns';
import type { Inquiry } from './domain/finding';
import { type ApplyOptions, type PlannedChange, PlanPart } from './domain/plan';
import type { Identified, RecordKind } from './domain/records/record-kind';

/** What was found out about a record that a file has. */
export interface Settled<Entity> {
  /** As it is stored now. */
  readonly before: Stored<Entity> | undefined;
  /** As it is stored afterwards. */
  readonly after: Entity;
  readonly isChanged: boolean;
}

/** How a plan is made. */
export interface Planning extends Inquiry {
  readonly options: ApplyOptions;
  /** Whether whoever asks may learn which secrets would change. */
  readonly comparesSecrets: boolean;
  /** Told how many relayers are done. */
  readonly progress?: ((done: number) => void) | undefined;
}

/** Reads a record again that was put aside. */
type PutAside<Entity> = Pick<PlannedChange<Entity>, 'after' | 'bytes'>;

/** A record and the state that it has. */
export type Known = Revision & { readonly id: string };

/** What is to become of the records of one kind. */
export class SectionPlan<Entity extends Identified> {
  /** Those that are created or changed. */
  readonly changes = new PlanPart<Entity>();
  readonly leaving = new PlanPart<Entity>();

  /** @param putAside until it is written */
  constructor(
    private readonly kind: RecordKind<Entity>,
    private readonly stored: ManyOf<Entity>,
    private readonly planning: Planning,
    private readonly putAside: (entity: Entity) => PutAside<Entity> = (entity) => ({ after: () => entity }),
  ) {}

  /** Compares some records of the file with those that are stored, in turns with others. */
  settle(wanted: readonly Entity[]): AsyncGenerator<Settled<Entity>> {
    return inTurns(this.settleEach(wanted), this.planning.signal);
  }

  /** Lets the records go, or counts them, that the file does not have. */
  async prune(wanted: ReadonlySet<string>): Promise<void> {
    const { kind, leaving } = this;
    const { options, signal } = this.planning;
    for await (const records of everyRevision(this.stored, { signal })) {
      const others = records.filter(({ id }) => !wanted.has(id));
      const ids = options.prune || kind.isPermanent ? others.map(({ id }) => id) : [];
      // Of one that cannot be opened, nobody could say what was deleted.
      const found = await opened(() => this.stored.find(ids));
      for (const before of others) {
        const entity = found.get(before.id)?.entity;
        if (entity && kind.isPermanent?.(entity)) continue;
        if (options.prune) leaving.add('delete', kind.name, { id: before.id, before });
        else leaving.extra++;
      }
    }
  }

  private async *settleEach(wanted: readonly Entity[]): AsyncGenerator<Settled<Entity>> {
    const entities = new Map(wanted.map((entity) => [entity.id, entity]));
    for await (const ids of this.stored.partsOf([...entities.keys()])) {
      const stored = await opened(() => this.stored.find(ids));
      for (const id of ids) yield this.settleOne(entities.get(id) as Entity, stored.get(id));
    }
  }

  private settleOne(wanted: Entity, before: Stored<Entity> | undefined): Settled<Entity> {
    const { kind, changes } = this;
    const { options, comparesSecrets } = this.planning;
    if (!before) {
      changes.add('create', kind.name, { id: wanted.id, ...this.putAside(wanted) });
      return { before, after: wanted, isChanged: true };
    }
    const asItIs = { before, after: before.entity, isChanged: false };
    if (options.onConflict !== 'replace' && !kind.isDefault?.(before)) {
      if (options.onConflict === 'fail') changes.conflicts.push(`${kind.name} ${wanted.id}`);
      else changes.skipped++;
      return asItIs;
    }
    const after = kind.succeed?.(wanted, before.entity) ?? wanted;
    const fields = kind.compare(before.entity, after, comparesSecrets);
    if (fields.length === 0) {
      changes.unchanged++;
      return asItIs;
    }
    changes.add('update', kind.name, { id: after.id, before: revisionOf(before), ...this.putAside(after) }, fields);
    return { before, after, isChanged: true };
  }
}

export const revisionOf = ({ position, version }: Revision): Revision => ({ position, version });

/** The states of all records of a collection that come after a position, some at a time. */
export async function* everyRevision<Entity>(
  records: ManyOf<Entity>,
  { after = 0, signal }: { readonly after?: number; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<readonly Known[]> {
  for await (const batch of inTurns(batches(records, after), signal)) yield batch;
}

async function* batches<Entity>(records: ManyOf<Entity>, first: number): AsyncGenerator<readonly Known[]> {
  for (let after = first; ;) {
    const batch = await records.revisionsAfter(after);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.position;
  }
}

/** @throws DomainError `conflict` where a record cannot be opened: to go on without it would be to lose it */
export async function opened<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new DomainError('conflict', `A record cannot be opened: ${error.message}`, [], { cause: error });
  }
}
