import { locationOfUrl } from '../../src/notifications/typeorm/notification.row';
import { locationOfRpcUrls } from '../../src/relayers/typeorm/relayer.row';
import { stringifyExact } from '../../src/kernel/exact-json';
import type { SecretBox } from '../../src/encryption/secret-box';
import { notification, notificationsFor, relayer, type ShownRelayer, signer, signersFor } from './records';

export type Value = string | number | boolean | null;

/** Rows of one table, as the service keeps them. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Value[]>;
  readonly count: number;
}

/** How wide the buckets of `record_counts` are, level by level. */
const BUCKET_WIDTHS = [2 ** 31, 4096, 64];

/** Everything that a database with that many relayers holds, in an order that keeps its references true. */
export function allRows(relayers: number, box: SecretBox): TableRows[] {
  const signers = {
    table: 'signers',
    columns: ['seq', 'id', 'version', 'type', 'config', 'secrets'],
    count: signersFor(relayers),
    row: (index: number): Value[] => {
      const shown = signer(index);
      return [index + 1, shown.id, 1, shown.type, JSON.stringify(shown.config), '{}'];
    },
  };
  const notifications = {
    table: 'notifications',
    columns: ['seq', 'id', 'version', 'type', 'url', 'url_key'],
    count: notificationsFor(relayers),
    row: (index: number): Value[] => {
      const { id, type, url, has_signing_key } = notification(index);
      const target = box.seal(JSON.stringify({ url, has_signing_key }), locationOfUrl(id));
      return [index + 1, id, 1, type, target, box.keyId];
    },
  };
  const records = {
    table: 'relayers',
    columns: [
      'seq',
      'id',
      'version',
      'name',
      'network_type',
      'network',
      'address',
      'policies',
      'paused',
      'system_disabled',
      'signer_id',
      'notification_id',
      'search_text',
      'custom_rpc_urls',
      'key_id',
    ],
    count: relayers,
    row: (index: number): Value[] => relayerRow(index + 1, relayer(index), box),
  };
  const tables = [signers, notifications, records];
  const counted = tables.flatMap(({ table, count }) => countRows(table, count));
  return [
    ...tables.map(({ table, columns, count, row }) => ({ table, columns, count, rows: made(count, row) })),
    {
      table: 'record_counts',
      columns: ['collection', 'level', 'bucket', 'records'],
      rows: counted,
      count: counted.length,
    },
  ];
}

function relayerRow(seq: number, shown: ShownRelayer, box: SecretBox): Value[] {
  const { id, name, network, network_type, address, paused, system_disabled, custom_rpc_urls: urls } = shown;
  return [
    seq,
    id,
    1,
    name,
    network_type,
    network,
    address,
    stringifyExact(shown.policies),
    paused,
    system_disabled,
    shown.signer_id,
    shown.notification_id,
    [id, name, address].join('\n').toLowerCase(),
    urls && box.seal(JSON.stringify(urls), locationOfRpcUrls(id)),
    urls && box.keyId,
  ];
}

/** The counts of a collection whose places are 1, 2, 3 and so on. */
export function countRows(collection: string, records: number): Value[][] {
  return BUCKET_WIDTHS.flatMap((width, level) =>
    Array.from({ length: Math.floor(records / width) + 1 }, (_, bucket) => {
      const first = Math.max(1, bucket * width);
      const last = Math.min(records, (bucket + 1) * width - 1);
      return [collection, level, bucket, last - first + 1];
    }).filter(([, , , counted]) => Number(counted) > 0),
  );
}

function* made(count: number, row: (index: number) => Value[]): Generator<Value[]> {
  for (let index = 0; index < count; index++) yield row(index);
}
