import type { Published } from '../../kernel/record';
import type { Entry } from '../domain/entry';

/** The JSON text of an entry. What it tells of the change is stored as text, and handed on digit by digit. */
export function viewEntry(entry: Entry): Published {
  const head = JSON.stringify({
    sequence: entry.sequence,
    time: new Date(entry.at).toISOString(),
    actor: { id: entry.actor, name: entry.actorName },
    action: entry.action,
    resource: entry.resource,
    id: entry.id,
    version: entry.version,
    request_id: entry.requestId,
  });
  return {
    id: entry.id,
    position: entry.sequence,
    version: 1,
    json: `${head.slice(0, -1)},${entry.document.slice(1, -1)},"hash":"${entry.hash}"}`,
  };
}
