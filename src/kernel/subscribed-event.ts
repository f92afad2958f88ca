import type { Announcement } from './change-log';
import type { RecordChange } from './record';
import { outcomeOf } from './record-outcome';

/** The event for those who subscribe to a kind of record that has no notification of its own. */
export function subscribedEvent<Entity extends { readonly id: string }>(
  resource: string,
  change: RecordChange<Entity>,
  form: (entity: Entity) => string,
): Announcement {
  const { event, entity, version } = outcomeOf(change);
  return {
    event: `${resource}_update`,
    payloadType: `${resource}_${event}`,
    members: { [resource]: form(entity), version: String(version) },
    resource,
    id: entity.id,
    version,
  };
}
