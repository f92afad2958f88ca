import type { Fault } from '../../kernel/domain-error';
import { isEntityId } from '../../kernel/entity-id';

/** The only relayers that there are for a caller; undefined for all. */
export type RelayerScope = ReadonlySet<string> | undefined;

/** Whether there is a relayer with the id for a caller. */
export const isWithin = (scope: RelayerScope, id: string): boolean => scope?.has(id) ?? true;

/** Why a caller cannot make a relayer with the id; what is no id at all is for the rules of ids to refuse. */
export function scopeFaults(scope: RelayerScope, id: unknown): Fault[] {
  if (scope === undefined || (id !== undefined && (!isEntityId(id) || scope.has(id)))) return [];
  return [
    { path: 'id', message: `must be one of the relayers that the caller is restricted to: ${[...scope].join(', ')}` },
  ];
}
