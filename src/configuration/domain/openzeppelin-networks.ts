import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { networkKey } from '../../relayers/domain/known-networks';
import type { OpenZeppelinRules } from './rules';

/** What is said of a network that the file refers to and has not. */
export const NOT_LISTED = 'must be among the networks of the file there: a list replaces those that it ships';

/** The networks of a file by type and name, with what they inherit. */
export function fileNetworks(items: readonly unknown[]): OpenZeppelinRules['network'] {
  const keyOf = (type: unknown, name: unknown): string =>
    networkKey({ network_type: String(type), network: String(name) });
  const known = new Map(items.filter(isPlainObject).map((item) => [keyOf(item.type, item.network), item]));
  const parentOf = ({ type, from }: PlainObject): PlainObject | undefined =>
    typeof from === 'string' ? known.get(keyOf(type, from)) : undefined;
  return (type, name) => {
    let values: PlainObject | undefined;
    const seen = new Set<PlainObject>();
    for (let next = known.get(keyOf(type, name)); next && !seen.has(next); next = parentOf(next)) {
      values = { ...next, ...values };
      seen.add(next);
    }
    return values;
  };
}
