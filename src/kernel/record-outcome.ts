import type { RecordChange } from './record';

/** What became of a record: its state now, or its last one. */
export function outcomeOf<Entity>({ before, after }: RecordChange<Entity>) {
  if (!before) return { event: 'created', entity: after, version: 1 };
  if (after) return { event: 'updated', entity: after, version: before.version + 1 };
  return { event: 'deleted', entity: before.entity, version: before.version };
}
