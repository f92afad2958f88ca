import { stringifyExact } from '../../kernel/exact-json';
import { isPlainObject } from '../../kernel/merge-patch';
import { below } from '../../kernel/shape';

/** What stands in a fact for a secret that is set. Where none is set, null stands. */
export const SET = '[set]';

/** Something that happened to a resource. Nothing in it is secret. */
export interface Fact {
  /** Its kind: `relayer`, `notification`, … */
  readonly resource: string;
  readonly id: string;
  /** The kind and what happened: `relayer.updated`. */
  readonly action: string;
  /** The version that it has now, or had when it was deleted. */
  readonly version?: number;
  /** For a change: what changed, in the names that everybody sees. A secret is among them, whatever it shows. */
  readonly paths?: readonly string[];
  /** The JSON text of its public form before; absent where it was not there. */
  readonly before?: string;
  /** The JSON text of its public form now; absent where it is gone. */
  readonly after?: string;
}

/** The paths at which two plain values differ: `policies.gas_price_cap`. A list differs as a whole. */
export function changedPaths(before: unknown, after: unknown): readonly string[] {
  const paths: string[] = [];
  collect(before, after, '', paths);
  return paths;
}

function collect(before: unknown, after: unknown, at: string, paths: string[]): void {
  if (before === after) return;
  if (isPlainObject(before) && isPlainObject(after)) {
    for (const name of Object.keys(before)) collect(before[name], after[name], below(at, name), paths);
    for (const name of Object.keys(after)) if (!(name in before)) paths.push(below(at, name));
  } else if (!sameText(before, after)) paths.push(at);
}

function sameText(before: unknown, after: unknown): boolean {
  // An amount that is a bigint on one side may be a number on the other, where that holds it exactly.
  if (typeof before === 'bigint' || typeof after === 'bigint') return String(before) === String(after);
  return stringifyExact(before) === stringifyExact(after);
}
