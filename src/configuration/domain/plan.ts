import { createHash } from 'node:crypto';
import { stringifyExact } from '../../kernel/exact-json';
import type { Revision } from '../../kernel/record';

/** What becomes of a record. */
export type Action = 'create' | 'update' | 'delete';

/** What is told apart in a plan. */
export type Resource = 'signer' | 'notification' | 'network' | 'relayer' | 'plugin';

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
  readonly resource: Resource;
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

/** A part of a plan while it is made: the records of one kind that change. */
export class PlanDraft {
  unchanged = 0;
  extra = 0;
  skipped = 0;
  /** What is stored already and must not be. */
  readonly conflicts: string[] = [];
  readonly changes: Change[] = [];
  private readonly hash = createHash('sha256');

  /** @param state of what is stored: another one whenever that is another; undefined where nothing is */
  add(
    action: Action,
    resource: Resource,
    id: string,
    state: Revision | undefined,
    fields?: readonly FieldChange[],
  ): void {
    const known = state && [state.position, state.version];
    this.hash.update(`${stringifyExact([action, resource, id, known ?? null, fields ?? null])}\n`);
    this.changes.push(fields ? { action, resource, id, fields } : { action, resource, id });
  }

  /** Nothing can be added afterwards. */
  digest(): Buffer {
    return this.hash.digest();
  }
}

/** The plan that consists of parts, which are complete. */
export function planOf(parts: readonly PlanDraft[]): Plan {
  const sum = (count: (part: PlanDraft) => number): number => parts.reduce((total, part) => total + count(part), 0);
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
