import { Describe, OneOf, Text, ValuesOf } from '../../kernel/declarations';
import { maskUrlsIn } from '../../kernel/http-url';

/** Why a runtime took a relayer out of service. */
export interface DisabledReason {
  readonly type: string;
  /** For people; a list where there are several reasons. */
  readonly details: string | readonly string[];
}

/** The type that stands for several reasons at once. */
export const SEVERAL = 'Multiple';

/** What can take a relayer out of service, in the names of the OpenZeppelin Relayer. */
export const DISABLED_REASONS = {
  NonceSyncFailed: 'Its nonce could not be synchronized.',
  RpcValidationFailed: 'Its RPC endpoints failed their check.',
  BalanceCheckFailed: 'Its balance is too low, or could not be read.',
  SequenceSyncFailed: 'Its sequence number could not be synchronized.',
  [SEVERAL]: 'There are several reasons at once.',
} as const;

const MAX_CHARACTERS = 2000;
const MAX_DETAILS = 20;

/** The form of every type but `Multiple`, which is among the types for the message that names them all. */
export class SingleReason {
  @Describe('What kind of reason it is.', 'RpcValidationFailed')
  @OneOf(Object.keys(DISABLED_REASONS))
  type!: string;

  @Describe('The reason, for people. A URL in it may carry a credential.', 'No endpoint answers')
  @Text(1, MAX_CHARACTERS)
  details!: string;
}

/** The form of the type `Multiple`: a text for each reason. */
export class SeveralReasons {
  @Describe('That there are several.', SEVERAL)
  @OneOf([SEVERAL])
  type!: string;

  @Describe('The reasons, for people. A URL in them may carry a credential.', ['No endpoint answers', 'No balance'])
  @ValuesOf((options) => Text(1, MAX_CHARACTERS, options), MAX_DETAILS, 1)
  details!: string[];
}

/** A reason with each URL in its details masked, as runtimes quote endpoints with their credentials. */
export const maskedReason = ({ type, details }: DisabledReason): DisabledReason => ({
  type,
  details: typeof details === 'string' ? maskUrlsIn(details) : details.map(maskUrlsIn),
});
