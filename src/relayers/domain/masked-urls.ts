import { maskUrl } from '../../kernel/http-url';
import { maskedReason } from './disabled-reason';
import type { RelayerDocument } from './relayer';

/** A relayer for those who may not see its RPC endpoints whole, which often carry a credential. */
export function withMaskedUrls(document: RelayerDocument): RelayerDocument {
  const { custom_rpc_urls: endpoints, disabled_reason: reason } = document;
  // On Node.js 20, each object literal that begins with a spread has a hidden class of its own, which lives long.
  return Object.assign({}, document, {
    ...(reason && { disabled_reason: maskedReason(reason) }),
    custom_rpc_urls: endpoints?.map(({ url, weight }) => ({ url: maskUrl(url), weight })) ?? null,
  });
}
