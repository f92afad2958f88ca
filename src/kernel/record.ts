import { DomainError } from './domain-error';
import type { Prepared } from './prepared';

/** Where in the order of creation a record stands, and how often it was changed: together they name one state of it. */
export interface Revision {
  readonly position: number;
  /** Counts from 1. */
  readonly version: number;
  /** Tells apart what a record is at one version, where that changes without another. */
  readonly variant?: string;
}

/** An entity with the state that it was read in, which ETags and optimistic locks are made of. */
export interface Stored<Entity> extends Revision {
  readonly entity: Entity;
}

/** A record that no one else changes before the transaction ends: what `lock` of a repository gave. */
export class Locked<Entity> implements Stored<Entity> {
  protected readonly isLocked = true;

  constructor(
    readonly entity: Entity,
    readonly position: number,
    readonly version: number,
  ) {}
}

/** What becomes of a record: without `before` it is new; without `after` it goes. */
export type RecordChange<Entity> =
  | { readonly before?: undefined; readonly after: Entity }
  | { readonly before: Stored<Entity>; readonly after?: Entity | undefined };

/** Positions that nobody else gives to records. */
export interface ReservedPositions {
  readonly first: number;
  /** Counts the records; to be called when all of them were written, right before the commit: creators wait from then on. */
  settle(): Promise<void>;
}

/** What is done with many records at once. Writing and locking need a transaction. */
export interface ManyOf<Entity> {
  /** Those of the records that are stored, with their secrets. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<Entity>>>;

  /** Which states the records have. */
  states(ids: readonly string[]): Promise<ReadonlyMap<string, Revision>>;

  /** The same; no one else changes them before the transaction ends. */
  lock(ids: readonly string[]): Promise<ReadonlyMap<string, Revision>>;

  /** The ids in parts of as many records as are read at once: 100 at most, fewer where those that are stored are large. */
  partsOf(ids: readonly string[]): AsyncIterable<readonly string[]>;

  /** The ids that come after one in their order, of as many records as are read at once: 100 at most, fewer of large ones. */
  idsAfter(id: string): Promise<readonly string[]>;

  /** The states of records that come after a position in the order of creation, at most 100; none after the last one. */
  revisionsAfter(position: number): Promise<readonly (Revision & { readonly id: string })[]>;

  /**
   * Positions for very many records that are about to be written, so that nobody who creates others has to wait for them
   * all; undefined where that makes no difference.
   */
  reserve(count: number): Promise<ReservedPositions | undefined>;

  /** Makes changes ready to be written, which takes no transaction. */
  prepare(changes: readonly RecordChange<Entity>[]): Prepared;

  /**
   * Carries changes out, those of records that nobody else changes.
   * @param first where positions were reserved, that of the first record that is new
   */
  write(changes: readonly RecordChange<Entity>[], first?: number): Promise<void>;

  /** Carries out, as {@link write} does, what was prepared. */
  writePrepared(prepared: Prepared, first?: number): Promise<void>;
}

/** A caller's condition on the state of a record that is to be changed. */
export type Precondition = (revision: Revision) => boolean;

/** @throws DomainError `precondition_failed` where a caller's condition does not hold */
export function checkUnchanged(revision: Revision, precondition: Precondition | undefined): void {
  if (precondition && !precondition(revision)) throw DomainError.preconditionFailed();
}
