import type { Request } from 'express';
import type { Principal } from '../auth/domain/principal';

/** A request on its way through the service. */
export interface ApiRequest extends Request {
  /** Echoed from `X-Request-Id`, or made. */
  requestId: string;
  /** Who asks, once the token was accepted. */
  principal?: Principal;
}

/** Who asks, on a route that only a good token reaches. */
export function principalOf({ principal }: ApiRequest): Principal {
  if (!principal) throw new Error('A route without a token has no principal');
  return principal;
}
