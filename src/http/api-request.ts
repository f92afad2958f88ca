import type { Request } from 'express';
import type { RateOutcome } from './token-buckets';

/** Who asks, as far as the way of a request depends on it. */
interface Principal {
  readonly id: string;
  readonly name: string;
  /** `*` stands for all. */
  readonly permissions: ReadonlySet<string>;
  /** The only relayers that there are for it; undefined for all. */
  readonly relayers?: ReadonlySet<string> | undefined;
  /** When it stops being accepted; undefined for never. */
  readonly expiresAt?: Date | undefined;
}

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
