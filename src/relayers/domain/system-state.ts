import { Describe, Flag, Optional, Rule, Unsigned } from '../../kernel/declarations';
import type { Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { validate, type Validated } from '../../kernel/validation';
import { type DisabledReason, SEVERAL, SeveralReasons, SingleReason } from './disabled-reason';

/** What a runtime found out about a relayer: whether it can go on. */
export interface SystemState {
  /** Why it cannot; undefined where it can. */
  readonly reason: DisabledReason | undefined;
  /** How often the runtime had to try until it could again. */
  readonly retryCount: number;
}

/** What a runtime says of a relayer. */
export class SystemStateDraft {
  @Describe('Whether the relayer is out of service.', true)
  @Flag()
  disabled!: boolean;

  @Describe('Why it is out of service.')
  @Optional()
  @Rule('object', isPlainObject, 'must be an object', { type: 'object' })
  reason?: PlainObject;

  @Describe('How often the runtime had to try until the relayer was back in service.', 3)
  @Optional()
  @Unsigned(32)
  retry_count?: number;
}

/** What a runtime sent. */
export function validateSystemState(body: unknown): Validated<SystemState> {
  const { value, faults } = validate(SystemStateDraft, body);
  // Without that, nothing can be said of the others.
  if (faults.some(({ path }) => path === 'disabled')) return { value: IN_SERVICE, faults };
  const { disabled, reason: given, retry_count: retryCount = 0 } = value;
  const reason = disabled && isPlainObject(given) ? validateReason(given) : undefined;
  const all = [...faults, ...misplaced(value), ...(reason?.faults ?? [])];
  return { value: { reason: reason?.value, retryCount }, faults: all };
}

const IN_SERVICE: SystemState = { reason: undefined, retryCount: 0 };

function misplaced({ disabled, reason, retry_count }: SystemStateDraft): Fault[] {
  if (!disabled) {
    return reason === undefined ? [] : [{ path: 'reason', message: 'must not be given where disabled is false' }];
  }
  return [
    ...(reason === undefined ? [{ path: 'reason', message: 'is required where disabled is true' }] : []),
    ...(retry_count === undefined
      ? []
      : [{ path: 'retry_count', message: 'must not be given where disabled is true' }]),
  ];
}

function validateReason(given: PlainObject): Validated<DisabledReason> {
  const type = given.type === SEVERAL ? SeveralReasons : SingleReason;
  const { value, faults } = validate<DisabledReason>(type, given, 'reason');
  return { value: { type: value.type, details: value.details }, faults };
}
