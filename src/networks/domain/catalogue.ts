import { CATALOGUE_LINES } from './catalogue.lines';
import type { NetworkKinds } from './kinds';
import { Network } from './network';
import { networkId } from './network-id';

interface Line {
  readonly network_type: string;
  readonly name: string;
  readonly rpc_urls: readonly string[];
}

const lines = CATALOGUE_LINES.trim().split('\n');

/** The networks that the OpenZeppelin Relayer comes with, each with all of its values. */
export const CATALOGUE = lines
  .map((line) => JSON.parse(line) as Line)
  .map(({ network_type, name, rpc_urls, ...details }) => ({
    id: networkId(network_type, name),
    network_type,
    name,
    endpoints: rpc_urls.map((url) => ({ url, weight: 100 })),
    details,
  }));

/** Them as they are at the first start, by id. */
export function catalogueNetworks(kinds: NetworkKinds): ReadonlyMap<string, Network> {
  return new Map(
    CATALOGUE.flatMap(({ id, network_type, name, endpoints, details }) => {
      const kind = kinds.find(network_type);
      return kind ? [[id, new Network(name, kind, { ...details, rpc_urls: endpoints }, true)] as const] : [];
    }),
  );
}
