import { stringifyExact } from './exact-json';
import { isPlainObject } from './merge-patch';
import { below } from './validation';

/** Stands in an audit entry for a secret that is set; null stands for one that is not. */
export const SET = '[set]';

/** The paths at which two plain values differ: `policies.gas_price_cap`. A list differs as a whole. */
export function changedPaths(before: unknown, after: unknown, at = ''): readonly string[] {
  if (before === after) return [];
  if (isPlainObject(before) && isPlainObject(after)) {
    const added = Object.keys(after).filter((name) => !(name in before));
    return [
      ...Object.keys(before).flatMap((name) => changedPaths(before[name], after[name], below(at, name))),
      ...added.map((name) => below(at, name)),
    ];
  }
  return sameText(before, after) ? [] : [at];
}

function sameText(before: unknown, after: unknown): boolean {
  // An amount that is a bigint on one side may be a number on the other, where that holds it exactly.
  if (typeof before === 'bigint' || typeof after === 'bigint') return String(before) === String(after);
  return stringifyExact(before) === stringifyExact(after);
}
