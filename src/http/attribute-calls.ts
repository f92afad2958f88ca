import type { CallContext } from '../events/call-context';
import type { ApiRequest } from './api-request';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NOBODY = { id: 'nobody', name: 'nobody' };

/** Attributes what a request changes to the token that it came with. Reading changes nothing, and is spared the cost. */
export function attributeCalls(context: CallContext) {
  return (request: ApiRequest, handle: () => unknown): unknown => {
    if (READS.has(request.method)) return handle();
    // The token is not known yet; it is when something is recorded.
    return context.run(() => ({ actor: request.principal ?? NOBODY, requestId: request.requestId }), handle);
  };
}
