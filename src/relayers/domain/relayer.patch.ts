import type { Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { Shape } from '../../kernel/shape';
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

/**
 * Reads what a caller sent as a patch, as far as that can be judged without the relayer, and adds every fault to
 * `faults`; the patch is fit for use only when none was added.
 */
export function readRelayerPatch(body: unknown, faults: Fault[]): RelayerPatch {
  const patch = Object.fromEntries<unknown>(Object.entries(Shape.of(RelayerChanges).read(body, '', faults)));
  if (isPlainObject(body)) {
    if (body.paused === null) faults.push({ path: 'paused', message: 'must not be null' });
    for (const name of CLEARED_BY_NULL) {
      if (body[name] === null) patch[name] = null;
    }
  }
  return patch;
}
