import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions as Column } from 'typeorm';
import type { TableOptions } from 'typeorm';
import { auditLog } from './audit-log-tables';
import {
  boolean,
  generated,
  index,
  integer,
  key,
  optional,
  record,
  reference,
  sealed,
  sealedBy,
  text,
  unique,
  varchar,
} from './table-options';

const records: TableOptions[] = [
  {
    name: 'signers',
    columns: [...record(), varchar('type', 64), text('config'), text('secrets'), optional(varchar('key_id', 32))],
    uniques: [unique('signers_id', 'id')],
    indices: [sealedBy('signers_by_key', 'key_id', 'id')],
  },
  {
    name: 'notifications',
    columns: [
      ...record(),
      varchar('type', 16),
      ...sealed('url', 'url_key'),
      ...sealed('signing_key', 'key_id').map(optional),
      optional(varchar('events', 1024)),
      optional(varchar('delivery_state', 16)),
    ],
    uniques: [unique('notifications_id', 'id')],
    indices: [
      sealedBy('notifications_by_key', 'key_id', 'id'),
      sealedBy('notifications_by_url_key', 'url_key', 'id'),
      { ...index('notifications_with_events', 'seq'), where: 'events IS NOT NULL' },
    ],
  },
  {
    name: 'relayers',
    columns: [
      ...record(),
      varchar('name', 255),
      varchar('network_type', 64),
      varchar('network', 255),
      varchar('address', 255),
      // Before what may be long: a search reads no further.
      text('search_text'),
      text('policies'),
      boolean('paused'),
      boolean('system_disabled'),
      varchar('signer_id', 36),
      optional(varchar('notification_id', 36)),
      ...sealed('custom_rpc_urls', 'key_id').map(optional),
      ...sealed('disabled_reason', 'disabled_reason_key').map(optional),
    ],
    uniques: [unique('relayers_id', 'id'), unique('relayers_signer_network', 'signer_id', 'network_type', 'network')],
    foreignKeys: [
      reference('relayers_signer', 'signer_id', 'signers'),
      reference('relayers_notification', 'notification_id', 'notifications'),
    ],
    indices: [
      index('relayers_by_network', 'network_type', 'network', 'seq'),
      index('relayers_by_notification', 'notification_id', 'seq'),
      index('relayers_by_paused', 'paused', 'seq'),
      index('relayers_by_system_disabled', 'system_disabled', 'seq'),
      sealedBy('relayers_by_key', 'key_id', 'id'),
      sealedBy('relayers_by_disabled_reason_key', 'disabled_reason_key', 'id'),
    ],
  },
  {
    name: 'api_tokens',
    columns: [
      ...record(),
      varchar('name', 255),
      text('permissions'),
      optional(text('relayers')),
      varchar('digest', 64),
      varchar('created_at', 24),
      optional(varchar('expires_at', 24)),
      optional(varchar('last_used_at', 24)),
      optional(varchar('revoked_at', 24)),
    ],
    uniques: [unique('api_tokens_id', 'id')],
  },
  {
    name: 'api_token_relayers',
    columns: [key(varchar('token_id', 36)), key(varchar('relayer_id', 36))],
    foreignKeys: [reference('api_token_relayers_token', 'token_id', 'api_tokens', 'CASCADE')],
  },
  {
    // By these a page of a long list is found without reading it.
    name: 'record_counts',
    columns: [key(varchar('collection', 32)), key(integer('level')), key(integer('bucket')), integer('records')],
  },
  {
    name: 'answered_requests',
    columns: [
      key(varchar('scope', 255)),
      key(varchar('request_key', 255)),
      varchar('answered_at', 24),
      text('answer'),
      optional(varchar('key_id', 32)),
    ],
    indices: [
      index('answered_requests_by_time', 'answered_at'),
      sealedBy('answered_requests_by_key', 'key_id', 'scope', 'request_key'),
    ],
  },
  { name: 'key_checks', columns: [key(varchar('id', 32)), text('sealed')] },
];

/** @param wide what holds times in milliseconds, and numbers that never end */
const deliveries = (wide: (name: string) => Column): TableOptions[] => [
  {
    name: 'deliveries',
    columns: [
      generated(wide('seq')),
      varchar('id', 36),
      varchar('notification_id', 36),
      varchar('event', 64),
      varchar('payload_type', 64),
      varchar('resource', 32),
      varchar('resource_id', 640),
      optional(integer('version')),
      text('body'),
      wide('created_at'),
      wide('due_at'),
      integer('tries'),
      varchar('state', 16),
      optional(wide('finished_at')),
    ],
    uniques: [unique('deliveries_id', 'id')],
    // What is over is most of all there is; the queues stay as small as what waits in them.
    indices: [
      index('deliveries_by_notification', 'notification_id', 'seq'),
      { ...index('deliveries_waiting', 'notification_id', 'due_at', 'seq'), where: 'finished_at IS NULL' },
      { ...index('deliveries_oldest', 'created_at'), where: 'finished_at IS NULL' },
      { ...index('deliveries_over', 'finished_at'), where: 'finished_at IS NOT NULL' },
    ],
  },
  {
    name: 'delivery_attempts',
    columns: [
      generated(wide('seq')),
      wide('delivery'),
      wide('at'),
      optional(integer('status')),
      integer('latency_ms'),
      optional(varchar('failure', 255)),
      text('answer'),
    ],
    indices: [index('delivery_attempts_by_delivery', 'delivery', 'seq')],
  },
  {
    name: 'delivery_queues',
    columns: [
      key(varchar('notification_id', 36)),
      varchar('holder', 36),
      wide('leased_until'),
      optional(wide('failing_since')),
    ],
  },
  {
    // Signing keys that were replaced and still co-sign.
    name: 'retired_signing_keys',
    columns: [
      key(varchar('id', 36)),
      varchar('notification_id', 36),
      text('signing_key'),
      varchar('key_id', 32),
      wide('expires_at'),
    ],
    foreignKeys: [reference('retired_signing_keys_notification', 'notification_id', 'notifications', 'CASCADE')],
    indices: [
      index('retired_signing_keys_by_notification', 'notification_id', 'expires_at'),
      index('retired_signing_keys_by_key', 'key_id', 'notification_id', 'id'),
    ],
  },
];

function tablesOf({ dataSource }: QueryRunner): TableOptions[] {
  const isPostgres = dataSource.options.type === 'postgres';
  // On SQLite an integer has 64 bits, and only an integer is made by the database as a primary key.
  const wide = (name: string): Column => ({ name, type: isPostgres ? 'bigint' : 'integer' });
  return [...records, ...deliveries(wide), ...auditLog(wide, isPostgres)];
}

/** All tables, on SQLite and PostgreSQL. */
export class CreateSchema1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tablesOf(runner)) await runner.createTable(new Table(table));
    await runner.query(`INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '${'0'.repeat(64)}')`);
    if (runner.dataSource.options.type !== 'postgres') return;
    // Each row lives for some milliseconds: what is left of those is cleared away by their number, not by their share.
    await runner.query(
      `ALTER TABLE pending_audit_entries SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesOf(runner).reverse()) await runner.dropTable(name);
  }
}
