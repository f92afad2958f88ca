import { fieldsOf } from '../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { NetworkKinds } from '../../networks/domain/kinds';
import { GasPriceCache } from '../../networks/domain/kinds/evm';
import { error, type Issue } from './finding';
import { nullIssues, numberIssues, type Written } from './openzeppelin-numbers';

/** The values of a network, inherited ones included; undefined where the file has none of that name. */
export type NetworkOf = (type: string, name: string) => PlainObject | undefined;

/** What is said of a network that the file refers to and has not. */
export const NOT_LISTED = 'must be among the networks of the file there: a list replaces those that it ships';

/** What the OpenZeppelin Relayer refuses in a network of a file, and this service takes. */
export function networkIssues(
  record: PlainObject,
  { networkKinds, network }: { readonly networkKinds: NetworkKinds; readonly network?: NetworkOf | undefined },
  written: Written,
): readonly Issue[] {
  const { type, from, gas_price_cache: cache } = record;
  const kind = networkKinds.find(type);
  if (!kind) return [];
  const isListed = typeof from !== 'string' || network?.(kind.type, from) !== undefined;
  return [
    ...(isListed ? [] : [error('from', NOT_LISTED)]),
    ...numberIssues(fieldsOf(kind.fields), record, '', written),
    ...(isPlainObject(cache) ? nullIssues(GasPriceCache, cache, 'gas_price_cache') : []),
  ];
}

/** The networks of a file by type and name, with what they inherit. */
export function fileNetworks(items: readonly unknown[]): NetworkOf {
  const known = new Map<string, PlainObject>();
  for (const item of items.filter(isPlainObject)) known.set(`${String(item.type)}:${String(item.network)}`, item);
  return (type, name) => {
    let values: PlainObject | undefined;
    const seen = new Set<PlainObject>();
    for (let next = known.get(`${type}:${name}`); next && !seen.has(next); next = parentOf(next)) {
      values = { ...next, ...values };
      seen.add(next);
    }
    return values;
  };
  function parentOf({ type, from }: PlainObject): PlainObject | undefined {
    return typeof from === 'string' ? known.get(`${String(type)}:${from}`) : undefined;
  }
}
