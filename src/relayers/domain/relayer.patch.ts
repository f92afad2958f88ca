import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { validate, type Validated } from '../../kernel/validation';
import { RelayerChanges } from './relayer.fields';

/** A merge patch of a relayer's mutable fields: absent keeps, null clears. */
export interface RelayerPatch {
  readonly name?: string;
  readonly paused?: boolean;
  readonly notification_id?: string | null;
  readonly custom_rpc_urls?: RelayerChanges['custom_rpc_urls'] | null;
  readonly policies?: PlainObject | null;
}

/** The fields that null clears; a null `name` keeps the name. */
const CLEARED_BY_NULL = ['notification_id', 'custom_rpc_urls', 'policies'] as const;

/** A patch, as far as it can be validated without the relayer: what its policies are depends on the network type. */
export function validateRelayerPatch(body: unknown): Validated<RelayerPatch> {
  const { value, faults } = validate(RelayerChanges, body);
  if (!isPlainObject(body)) return { value, faults };
  const cleared = CLEARED_BY_NULL.filter((name) => body[name] === null).map((name) => [name, null] as const);
  return {
    value: Object.fromEntries([...Object.entries(value), ...cleared]),
    faults: body.paused === null ? [...faults, { path: 'paused', message: 'must not be null' }] : faults,
  };
}
