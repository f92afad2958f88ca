import type { Request } from 'express';
import type { Principal } from '../kernel/principal';
import type { RateOutcome } from './token-buckets';

/** A request on its way through the service. */
export interface ApiRequest extends Request {
  /** Echoed from `X-Request-Id`, or made. */
  requestId: string;
  /** Who asks, once the token was accepted. */
  principal?: Principal;
  /** What the rate limit says, where the route has one: a request is counted once. */
  rate?: RateOutcome;
  /** Whether the route counts requests by a limit of its own, which only its guard knows. */
  hasOwnLimit?: boolean;
  /** Set by AnswerCache, called by ContentCodingInterceptor before an answer is sent: with its body where it may be stored. */
  onAnswer?: (cacheable: string | Buffer | undefined) => void;
}
