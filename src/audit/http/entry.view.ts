import { parseExact } from '../../kernel/exact-json';
import type { SealedEntry } from '../domain/audit-chain';

interface Change {
  readonly paths: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * An entry; what changed is stored as text.
 * @param isNumbered whether the caller may know its number and its hash, which tell of all other entries
 */
export function viewEntry(entry: SealedEntry, isNumbered: boolean): object {
  const { paths, before, after } = parseExact(entry.document) as Change;
  return {
    sequence: isNumbered ? entry.sequence : null,
    time: new Date(entry.at).toISOString(),
    actor: { id: entry.actor, name: entry.actorName },
    action: entry.action,
    resource: entry.resource,
    id: entry.id,
    version: entry.version,
    request_id: entry.requestId,
    paths,
    before,
    after,
    hash: isNumbered ? entry.hash : null,
  };
}
