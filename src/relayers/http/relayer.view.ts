import type { PublishedRelayer } from '../domain/relayer.repository';
import type { RpcConfig } from '../domain/rpc-config';

/** Where the stored text has null for the endpoints. No text of a record can contain it: quotes in texts are escaped. */
const NO_URLS = '"custom_rpc_urls":null';

/** What stands for a part of a URL that a caller may not see. */
const HIDDEN = '***';

/** What is added to the entity tag of a relayer whose RPC endpoints are masked: it is another text. */
export const MASKED = '-masked';

/** The JSON text of a relayer. */
export const viewRelayer = (relayer: PublishedRelayer): string => withUrls(relayer, relayer.rpcUrls);

/** The JSON text of a relayer for who may not change it: of its RPC endpoints no path, query or user, which hold keys. */
export function viewMaskedRelayer(relayer: PublishedRelayer): string {
  if (relayer.rpcUrls === undefined) return relayer.json;
  const endpoints = JSON.parse(relayer.rpcUrls) as RpcConfig[];
  return withUrls(relayer, JSON.stringify(endpoints.map(({ url, ...rest }) => ({ url: maskUrl(url), ...rest }))));
}

const withUrls = ({ json }: PublishedRelayer, rpcUrls: string | undefined): string =>
  rpcUrls === undefined ? json : json.replace(NO_URLS, () => `"custom_rpc_urls":${rpcUrls}`);

function maskUrl(text: string): string {
  const { protocol, username, password, host, pathname, search, hash } = new URL(text);
  const user = username === '' && password === '' ? '' : `${HIDDEN}@`;
  const path = pathname === '/' && search === '' && hash === '' ? '/' : `/${HIDDEN}`;
  return `${protocol}//${user}${host}${path}`;
}
