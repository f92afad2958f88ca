import { SealError } from '../encryption/secret-box';
import { DomainError } from '../kernel/domain-error';
import type { ManyOf, Revision, Stored } from '../kernel/record';
import { inTurns } from '../kernel/turns';
import { type ApplyOptions, type FieldChange, PlanDraft, type Resource } from './domain/plan';

/** A change of a record that was planned. */
export interface PlannedChange<Entity> {
  readonly id: string;
  /** The state that it was planned for; absent where there was no such record. */
  readonly before?: Revision | undefined;
  /** Absent where the record goes. */
  readonly after?: () => Entity;
}

/** What was found out about a record that a file has. */
export interface Settled<Entity> {
  /** As it is stored now. */
  readonly before: Stored<Entity> | undefined;
  /** As it is stored afterwards. */
  readonly after: Entity;
  readonly isChanged: boolean;
}

/** What the plan of a section depends on. */
export interface SectionRules<Entity> {
  readonly resource: Resource;
  readonly compare: (before: Entity, after: Entity) => readonly FieldChange[];
  /** What stays of the record that was there. */
  readonly succeed?: (after: Entity, before: Entity) => Entity;
  /** Puts a record aside until it is written. */
  readonly hold?: (entity: Entity) => () => Entity;
  /** Whether a record stays that is not in the file. */
  readonly isPermanent?: (entity: Entity) => boolean;
  /** Whether a record is as it was at the first start, and so is no obstacle to one of the file. */
  readonly isDefault?: (stored: Stored<Entity>) => boolean;
}

/** A record and the state that it has. */
export type Known = Revision & { readonly id: string };

/** What is to become of the records of one kind. */
export class SectionPlan<Entity extends { readonly id: string }> {
  readonly draft = new PlanDraft();
  readonly leavingDraft = new PlanDraft();
  readonly changes: PlannedChange<Entity>[] = [];
  readonly leaving: PlannedChange<Entity>[] = [];

  constructor(
    private readonly stored: ManyOf<Entity>,
    private readonly options: ApplyOptions,
    private readonly rules: SectionRules<Entity>,
  ) {}

  /** Compares some records of the file with those that are stored. */
  async settle(wanted: readonly Entity[]): Promise<readonly Settled<Entity>[]> {
    const stored = await opened(() => this.stored.find(wanted.map(({ id }) => id)));
    return wanted.map((entity) => this.settleOne(entity, stored.get(entity.id)));
  }

  /** Lets the records go, or counts them, that the file does not have. */
  async prune(wanted: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<void> {
    for await (const records of everyRevision(this.stored, { signal })) {
      const leaving = await this.withoutPermanent(records.filter(({ id }) => !wanted.has(id)));
      if (!this.options.prune) this.leavingDraft.extra += leaving.length;
      else await this.leave(leaving);
    }
  }

  private async withoutPermanent(records: readonly Known[]): Promise<readonly Known[]> {
    const { isPermanent } = this.rules;
    if (!isPermanent) return records;
    const found = await opened(() => this.stored.find(records.map(({ id }) => id)));
    return records.filter(({ id }) => {
      const stored = found.get(id);
      return stored && !isPermanent(stored.entity);
    });
  }

  private async leave(records: readonly Known[]): Promise<void> {
    // Of one that cannot be opened, nobody could say what was deleted.
    await opened(() => this.stored.find(records.map(({ id }) => id)));
    for (const before of records) {
      this.leavingDraft.add('delete', this.rules.resource, before.id, before);
      this.leaving.push({ id: before.id, before });
    }
  }

  private settleOne(wanted: Entity, before: Stored<Entity> | undefined): Settled<Entity> {
    const { id } = wanted;
    const { resource, compare, succeed, isDefault } = this.rules;
    if (!before) {
      this.draft.add('create', resource, id, undefined);
      return this.changed(wanted, undefined);
    }
    if (this.options.onConflict !== 'replace' && !isDefault?.(before)) {
      if (this.options.onConflict === 'fail') this.draft.conflicts.push(`${resource} ${id}`);
      else this.draft.skipped++;
      return { before, after: before.entity, isChanged: false };
    }
    const after = succeed ? succeed(wanted, before.entity) : wanted;
    const fields = compare(before.entity, after);
    if (fields.length === 0) {
      this.draft.unchanged++;
      return { before, after: before.entity, isChanged: false };
    }
    this.draft.add('update', resource, id, before, fields);
    return this.changed(after, before);
  }

  private changed(after: Entity, before: Stored<Entity> | undefined): Settled<Entity> {
    const revision = before && { position: before.position, version: before.version };
    this.changes.push({ id: after.id, before: revision, after: this.rules.hold?.(after) ?? (() => after) });
    return { before, after, isChanged: true };
  }
}

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
