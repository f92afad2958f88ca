import { Describe, OneOf, Text, ValuesOf } from '../../kernel/declarations';
import { replaceUrls } from '../../kernel/http-url';

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

const MOST_CHARACTERS = 2000;
const MOST_DETAILS = 20;

/** One reason. */
export class SingleReason {
  @Describe('What kind of reason it is.', 'RpcValidationFailed')
  @OneOf(Object.keys(DISABLED_REASONS))
  type!: string;

  @Describe('The reason, for people. A URL in it may carry a credential.', 'No endpoint answers')
  @Text(1, MOST_CHARACTERS)
  details!: string;
}

/** Several reasons at once. */
export class SeveralReasons {
  @Describe('That there are several.', SEVERAL)
  @OneOf([SEVERAL])
  type!: string;

  @Describe('The reasons, for people. A URL in them may carry a credential.', ['No endpoint answers', 'No balance'])
  @ValuesOf((options) => Text(1, MOST_CHARACTERS, options), MOST_DETAILS, 1)
  details!: string[];
}

/** A reason with `change` in place of each URL in its details, as runtimes quote endpoints with their credentials. */
export const withUrlsChanged = (
  { type, details }: DisabledReason,
  change: (url: string) => string,
): DisabledReason => ({
  type,
  details:
    typeof details === 'string' ? replaceUrls(details, change) : details.map((each) => replaceUrls(each, change)),
});
