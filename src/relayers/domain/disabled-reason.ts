import { Describe, Rule, Text, ValuesOf } from '../../kernel/declarations';
import { meantInstead, OneOf } from '../../kernel/one-of';
import { hasCharacters, WITHOUT_NUL } from '../../kernel/characters';
import { maskUrlsIn } from '../../kernel/http-url';
import { isPlainObject } from '../../kernel/merge-patch';

/** Why a runtime took a relayer out of service. */
export interface DisabledReason {
  readonly type: string;
  /** For people; a list where there are several reasons, of texts or of such reasons. */
  readonly details: string | readonly (string | DisabledReason)[];
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

const SINGLE = Object.keys(DISABLED_REASONS).filter((type) => type !== SEVERAL);

const RULE = `must be a string of 1 to ${String(MAX_CHARACTERS)} characters, or an object of a type, one of ${SINGLE.join(', ')}, and details, such a string`;

/** Declares a reason among others. */
function OneReason(options: { readonly each: boolean }): PropertyDecorator {
  const text = { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS, pattern: WITHOUT_NUL };
  const reason = {
    type: 'object',
    properties: {
      type: { type: 'string', enum: SINGLE, description: 'What kind of reason it is.', examples: [SINGLE[0]] },
      details: { ...text, description: 'The reason, for people.', examples: ['No endpoint answers'] },
    },
    required: ['type', 'details'],
    additionalProperties: false,
  };
  return Rule(
    'oneReason',
    (value) => isDetail(value) || isSingleReason(value),
    (value) => (isPlainObject(value) ? RULE + meantInstead(SINGLE, value.type) : RULE),
    { anyOf: [text, reason] },
    options,
  );
}

const isDetail = (value: unknown): boolean => typeof value === 'string' && hasCharacters(value, 1, MAX_CHARACTERS);

const isSingleReason = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.keys(value).length === 2 &&
  SINGLE.includes(value.type as string) &&
  isDetail(value.details);

/** The form of every type but `Multiple`, which is among the types for the message that names them all. */
export class SingleReason {
  @Describe('What kind of reason it is.', 'RpcValidationFailed')
  @OneOf(Object.keys(DISABLED_REASONS))
  type!: string;

  @Describe('The reason, for people. A URL in it may carry a credential.', 'No endpoint answers')
  @Text(1, MAX_CHARACTERS)
  details!: string;
}

/** The form of the type `Multiple`: a text for each reason, or the reason with its type, as the OpenZeppelin Relayer has it. */
export class SeveralReasons {
  @Describe('That there are several.', SEVERAL)
  @OneOf([SEVERAL])
  type!: string;

  @Describe('The reasons, for people. A URL in them may carry a credential.', ['No endpoint answers', 'No balance'])
  @ValuesOf(OneReason, MAX_DETAILS, 1)
  details!: (string | SingleReason)[];
}

/** A reason with each URL in its details masked, as runtimes quote endpoints with their credentials. */
export const maskedReason = ({ type, details }: DisabledReason): DisabledReason => ({
  type,
  details:
    typeof details === 'string'
      ? maskUrlsIn(details)
      : details.map((one) => (typeof one === 'string' ? maskUrlsIn(one) : maskedReason(one))),
});

/** The texts of a reason: one, or several. */
export const textsOf = ({ details }: DisabledReason): readonly string[] =>
  [details].flat().flatMap((one) => (typeof one === 'string' ? [one] : textsOf(one)));
