import type { PendingEntry, SealedEntry } from '../domain/audit-chain';
import type { AuditEntryRow } from './audit-entry.row';
import type { AuditEventRow } from './audit-event.row';

export const entryRowOf = (entry: PendingEntry) => ({
  at: entry.at,
  actor: entry.actor,
  actor_name: entry.actorName,
  action: entry.action,
  resource: entry.resource,
  resource_id: entry.id,
  version: entry.version,
  request_id: entry.requestId,
  document: entry.document,
  code: entry.code,
});

export const sealedRowOf = (entry: SealedEntry) => ({ ...entryRowOf(entry), seq: entry.sequence, hash: entry.hash });

export const entryOf = (row: AuditEntryRow): PendingEntry => ({
  at: Number(row.at),
  actor: row.actor,
  actorName: row.actor_name,
  action: row.action,
  resource: row.resource,
  id: row.resource_id,
  version: row.version,
  requestId: row.request_id,
  document: row.document,
  code: row.code,
});

export const sealedEntryOf = (row: AuditEventRow): SealedEntry => ({
  ...entryOf(row),
  sequence: Number(row.seq),
  hash: row.hash,
});
