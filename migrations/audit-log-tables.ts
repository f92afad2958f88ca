import type { TableColumnOptions as Column, TableOptions } from 'typeorm';
import { generated, index, integer, key, optional, text, varchar } from './table-options';

/** The audit log, whose entries are chained by their hashes, the end of that chain, and what is still to join it. */
export function auditLog(wide: (name: string) => Column, isPostgres: boolean): TableOptions[] {
  // On SQLite the primary key is part of every index.
  const place = isPostgres ? ['seq'] : [];
  const entry = (): Column[] => [
    wide('at'),
    varchar('actor', 64),
    varchar('actor_name', 255),
    varchar('action', 64),
    varchar('resource', 32),
    varchar('resource_id', 640),
    optional(integer('version')),
    optional(varchar('request_id', 128)),
    text('document'),
    varchar('code', 64),
  ];
  return [
    {
      name: 'audit_events',
      columns: [key(wide('seq')), ...entry(), varchar('hash', 64)],
      indices: [
        index('audit_events_by_id', 'resource_id', ...place),
        index('audit_events_by_resource', 'resource', ...place),
        index('audit_events_by_actor', 'actor', ...place),
        index('audit_events_by_time', 'at', ...place),
      ],
    },
    {
      name: 'audit_keys',
      columns: [key(varchar('id', 36)), text('sealed'), varchar('key_id', 32)],
      indices: [index('audit_keys_by_key', 'key_id', 'id')],
    },
    {
      name: 'audit_head',
      columns: [
        key(integer('id')),
        wide('seq'),
        varchar('hash', 64),
        // Up to where entries were moved to files: what is left follows this.
        ...[wide('cut_seq'), varchar('cut_hash', 64), wide('cut_at'), varchar('cut_code', 64)].map(optional),
      ],
    },
    {
      name: 'pending_audit_entries',
      // On SQLite without AUTOINCREMENT, which writes to a table more: numbers may begin anew once all were sealed.
      columns: [isPostgres ? generated(wide('seq')) : key(wide('seq')), ...entry()],
    },
  ];
}
