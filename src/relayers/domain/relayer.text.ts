import { stringifyExact } from '../../kernel/exact-json';
import { withUrlsChanged } from './disabled-reason';
import type { Relayer } from './relayer';

/**
 * The JSON text of a relayer for those who may not see its RPC endpoints whole.
 * @param change what to make of a URL of an endpoint, or of one that a runtime quoted
 */
export function textOf(relayer: Relayer, change: (url: string) => string): string {
  const { rpcUrls } = relayer;
  const json = withReasonChanged(relayer, change);
  if (rpcUrls === null) return json;
  const changed = rpcUrls.map(({ url, weight }) => ({ url: change(url), weight }));
  return json.replace('"custom_rpc_urls":null', () => `"custom_rpc_urls":${JSON.stringify(changed)}`);
}

function withReasonChanged({ json, document }: Relayer, change: (url: string) => string): string {
  const { disabled_reason: reason } = document;
  if (!reason) return json;
  return stringifyExact({ ...document, disabled_reason: withUrlsChanged(reason, change), custom_rpc_urls: null });
}
