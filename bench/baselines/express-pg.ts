import { Pool } from 'pg';
import type { ShownNotification } from '../speed/records';
import { expressApp, type Store } from './express-app';
import {
  CREATE_NOTIFICATIONS,
  createRelayers,
  RELAYER_COLUMNS,
  relayerOf,
  type RelayerRow,
  rowOf,
} from './relayer-columns';
import { database, port, readRecords } from './environment';

const CONNECTIONS = 10;
const pool = new Pool({ connectionString: database, max: CONNECTIONS });

const UPDATE = `UPDATE relayers SET name = COALESCE($2, name), paused = COALESCE($3, paused),
  notification_id = CASE WHEN $4 THEN $5 ELSE notification_id END WHERE id = $1 RETURNING ${RELAYER_COLUMNS}`;

/** A named statement is prepared once on each connection. */
async function rowsOf<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

const store: Store = {
  page: async (limit, offset) => {
    const [rows, [counted]] = await Promise.all([
      rowsOf<RelayerRow>('page', `SELECT ${RELAYER_COLUMNS} FROM relayers ORDER BY seq LIMIT $1 OFFSET $2`, [
        limit,
        offset,
      ]),
      rowsOf<{ total: number }>('count', 'SELECT COUNT(*)::integer AS total FROM relayers', []),
    ]);
    return { items: rows.map(relayerOf), total: counted?.total ?? 0 };
  },
  relayer: async (id) => {
    const [row] = await rowsOf<RelayerRow>('relayer', `SELECT ${RELAYER_COLUMNS} FROM relayers WHERE id = $1`, [id]);
    return row && relayerOf(row);
  },
  notification: async (id) => {
    const text = 'SELECT id, type, url, has_signing_key FROM notifications WHERE id = $1';
    const [row] = await rowsOf<ShownNotification>('notification', text, [id]);
    return row;
  },
  patch: async (id, { name, paused, notification_id }) => {
    const values = [id, name, paused, notification_id !== undefined, notification_id];
    const [row] = await rowsOf<RelayerRow>('patch', UPDATE, values);
    return row && relayerOf(row);
  },
};

async function seed(): Promise<void> {
  await pool.query(`${createRelayers('serial PRIMARY KEY')}; ${CREATE_NOTIFICATIONS}`);
  const { relayers, notifications } = readRecords();
  const places = RELAYER_COLUMNS.split(',').map((_, index) => `$${String(index + 1)}`);
  const insert = `INSERT INTO relayers (${RELAYER_COLUMNS}) VALUES (${places.join(', ')})`;
  for (const relayer of relayers) await pool.query(insert, rowOf(relayer));
  for (const { id, type, url, has_signing_key } of notifications) {
    await pool.query('INSERT INTO notifications VALUES ($1, $2, $3, $4)', [id, type, url, has_signing_key]);
  }
  await pool.query('ANALYZE');
}

void seed().then(() => expressApp(store).listen(port, '127.0.0.1'));
