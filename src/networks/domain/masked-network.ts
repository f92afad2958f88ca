import { maskUrl } from '../../kernel/http-url';
import type { NetworkValues } from './network';

/** Values, or a document, of a network for those who may not see its RPC endpoints whole, which often carry a credential. */
export const withMaskedEndpoints = <Values extends NetworkValues>(values: Values): Values => ({
  ...values,
  rpc_urls: values.rpc_urls.map(({ url, weight }) => ({ url: maskUrl(url), weight })),
});
