import { changedPaths, type Fact } from '../../events/domain/fact';
import { originOf } from '../../kernel/http-url';
import type { Kept } from '../../kernel/record';
import type { Relayer } from './relayer';

const fact = (
  event: string,
  { id }: Relayer,
  version: number,
): Pick<Fact, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'relayer',
  id,
  action: `relayer.${event}`,
  version,
});

/** RPC endpoints often carry their credential in the path or the query. */
function shown({ json, rpcUrls }: Relayer): string {
  if (rpcUrls === null) return json;
  const origins = rpcUrls.map(({ url, weight }) => ({ url: originOf(url), weight }));
  return json.replace('"custom_rpc_urls":null', () => `"custom_rpc_urls":${JSON.stringify(origins)}`);
}

export const relayerCreated = (relayer: Relayer): Fact => ({ ...fact('created', relayer, 1), after: shown(relayer) });

export const relayerUpdated = ({ entity, version }: Kept<Relayer>, relayer: Relayer): Fact => ({
  ...fact('updated', relayer, version + 1),
  paths: changedPaths(entity.document, relayer.document),
  before: shown(entity),
  after: shown(relayer),
});

export const relayerDeleted = ({ entity, version }: Kept<Relayer>): Fact => ({
  ...fact('deleted', entity, version),
  before: shown(entity),
});
