import { IsOptional } from 'class-validator';
import { Describe, Flag, Rule, Unsigned } from '../../kernel/declarations';
import type { Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { Shape } from '../../kernel/shape';
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
  @IsOptional()
  @Rule('object', isPlainObject, 'must be an object', { type: 'object' })
  reason?: PlainObject;

  @Describe('How often the runtime had to try until the relayer was back in service.', 3)
  @IsOptional()
  @Unsigned(32)
  retry_count?: number;
}

/**
 * Reads what a runtime sent, and adds every fault to `faults`; the state is fit for use only when none was added.
 * @param body what a caller sent, unread
 */
export function readSystemState(body: unknown, faults: Fault[]): SystemState {
  const misread: Fault[] = [];
  const { disabled, reason: given, retry_count } = Shape.of(SystemStateDraft).read(body, '', misread);
  faults.push(...misread);
  const add = (path: string, message: string): void => void faults.push({ path, message });
  // Without that, nothing can be said of the others.
  if (misread.some(({ path }) => path === 'disabled')) return { reason: undefined, retryCount: 0 };
  if (!disabled && given !== undefined) add('reason', 'must not be given where disabled is false');
  if (disabled && given === undefined) add('reason', 'is required where disabled is true');
  if (disabled && retry_count !== undefined) add('retry_count', 'must not be given where disabled is true');
  const reason = disabled && isPlainObject(given) ? readReason(given, faults) : undefined;
  return { reason, retryCount: retry_count ?? 0 };
}

function readReason(given: PlainObject, faults: Fault[]): DisabledReason {
  const shape = given.type === SEVERAL ? Shape.of(SeveralReasons) : Shape.of(SingleReason);
  const { type, details } = shape.read(given, 'reason', faults);
  return { type, details };
}
