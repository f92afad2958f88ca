import { parseExact, stringifyExact } from '../../kernel/exact-json';
import { maskUrl } from '../../kernel/http-url';
import type { RelayerDocument } from '../domain/relayer';
import type { PublishedRelayer } from '../domain/relayer.repository';
import type { RpcConfig } from '../domain/rpc-config';

/** Where the stored text has null for the endpoints. No text of a record can contain it: quotes in texts are escaped. */
const NO_URLS = '"custom_rpc_urls":null';

/** What is added to the entity tag of a relayer whose RPC endpoints are masked: it is another text. */
export const MASKED = '-masked';

/** The JSON text of a relayer. */
export const viewRelayer = (relayer: PublishedRelayer): string => withUrls(withWholeReason(relayer), relayer.rpcUrls);

/** The JSON text of a relayer for who may not change it: of its RPC endpoints no path, query or user, which hold keys. */
export function viewMaskedRelayer(relayer: PublishedRelayer): string {
  if (relayer.rpcUrls === undefined) return relayer.json;
  const endpoints = JSON.parse(relayer.rpcUrls) as RpcConfig[];
  return withUrls(relayer.json, JSON.stringify(endpoints.map(({ url, ...rest }) => ({ url: maskUrl(url), ...rest }))));
}

const withUrls = (json: string, rpcUrls: string | undefined): string =>
  rpcUrls === undefined ? json : json.replace(NO_URLS, () => `"custom_rpc_urls":${rpcUrls}`);

/** Its text has the reason with masked URLs. */
function withWholeReason({ json, disabledReason }: PublishedRelayer): string {
  if (disabledReason === undefined) return json;
  const document = parseExact(json) as RelayerDocument;
  return stringifyExact({ ...document, disabled_reason: JSON.parse(disabledReason) as unknown });
}
