import { createHash } from 'node:crypto';
import { stringifyExact } from '../../kernel/exact-json';
import type { Revision } from '../../kernel/record';

/** What becomes of a record. */
export type Action = 'create' | 'update' | 'delete';

/** A field that changes. Secrets are told without values, URLs as far as they hold no credentials. */
export interface FieldChange {
  readonly path: string;
  /** `not compared` where whoever asks may not learn whether it would change. */
  readonly secret?: true | 'not compared';
  /** Absent where it was not set. */
  readonly before?: unknown;
  /** Absent where it is not set any more. */
  readonly after?: unknown;
}

/** A record that changes. */
export interface Change {
  readonly action: Action;
  /** What its kind is called. */
  readonly resource: string;
  readonly id: string;
  /** Of an update. */
  readonly fields?: readonly FieldChange[];
}

/** What makes the store equal to a file. */
export interface Plan {
  readonly changes: readonly Change[];
  /** How many records are as the file has them. */
  readonly unchanged: number;
  /** How many records of the store are not in the file, and stay. */
  readonly extra: number;
  /** How many records are stored already, and were not looked at any further. */
  readonly skipped: number;
  /** Another one where anything else would change, or what changes has another state by now. */
  readonly digest: string;
}

/** How what is stored is dealt with. */
export interface ApplyOptions {
  /** What becomes of a record that is stored already: it is made equal, left alone, or a reason to do nothing at all. */
  readonly onConflict: 'replace' | 'skip' | 'fail';
  /** Whether records that are not in the file are deleted, in the sections that it has. */
  readonly prune: boolean;
  /** The digest of the only plan that may be carried out; any may where there is none. */
  readonly digest?: string | undefined;
}

/** A change of a record that was planned. */
export interface PlannedChange<Entity> {
  readonly id: string;
  /** The state that it was planned for; absent where there was no such record. */
  readonly before?: Revision | undefined;
  /** Absent where the record goes. */
  readonly after?: () => Entity;
  /** How long it is where it was put aside. */
  readonly bytes?: number;
}

/** A part of a plan while it is made: the records of one kind that change. */
export class PlanPart<Entity> {
  unchanged = 0;
  extra = 0;
  skipped = 0;
  /** How long the changes are as a text, roughly. */
  bytes = 0;
  /** What is stored already and must not be. */
  readonly conflicts: string[] = [];
  readonly changes: Change[] = [];
  readonly planned: PlannedChange<Entity>[] = [];
  private readonly hash = createHash('sha256');

  /** @param kind what the kind of the record is called */
  add(action: Action, kind: string, planned: PlannedChange<Entity>, fields?: readonly FieldChange[]): void {
    const { id, before } = planned;
    const state = before ? [before.position, before.version] : null;
    const text = stringifyExact([action, kind, id, state, fields ?? null]);
    this.hash.update(`${text}\n`);
    this.bytes += text.length;
    this.changes.push(fields ? { action, resource: kind, id, fields } : { action, resource: kind, id });
    this.planned.push(planned);
  }

  /** Nothing can be added afterwards. */
  digest(): Buffer {
    return this.hash.digest();
  }
}

/** The plan that consists of parts, which are complete. */
export function planOf(parts: readonly PlanPart<unknown>[]): Plan {
  const sum = (count: (part: PlanPart<unknown>) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part.digest());
  return {
    changes: parts.flatMap(({ changes }) => changes),
    unchanged: sum(({ unchanged }) => unchanged),
    extra: sum(({ extra }) => extra),
    skipped: sum(({ skipped }) => skipped),
    digest: hash.digest('hex'),
  };
}
