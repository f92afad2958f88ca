import { openSqlite } from '../../src/persistence/sqlite-driver';
import type { ShownNotification } from '../speed/records';
import { expressApp, type RelayerChange, type Store } from './express-app';
import {
  CREATE_NOTIFICATIONS,
  createRelayers,
  RELAYER_COLUMNS,
  relayerOf,
  type RelayerRow,
  rowOf,
} from './relayer-columns';
import { database, port, readRecords } from './environment';

type NotificationRow = Omit<ShownNotification, 'has_signing_key'> & { readonly has_signing_key: number };

const sqlite = openSqlite(database);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = FULL');
seed();

const selectPage = sqlite.prepare<[number, number], RelayerRow>(
  `SELECT ${RELAYER_COLUMNS} FROM relayers ORDER BY seq LIMIT ? OFFSET ?`,
);
const count = sqlite.prepare<[], number>('SELECT COUNT(*) FROM relayers').pluck();
const selectRelayer = sqlite.prepare<[string], RelayerRow>(`SELECT ${RELAYER_COLUMNS} FROM relayers WHERE id = ?`);
const selectNotification = sqlite.prepare<[string], NotificationRow>(
  'SELECT id, type, url, has_signing_key FROM notifications WHERE id = ?',
);
const update = sqlite.prepare<[string, number, string | null, string]>(
  'UPDATE relayers SET name = ?, paused = ?, notification_id = ? WHERE id = ?',
);

const patch = sqlite.transaction((id: string, change: RelayerChange) => {
  const row = selectRelayer.get(id);
  if (!row) return undefined;
  const changed = { ...relayerOf(row), ...change };
  update.run(changed.name, Number(changed.paused), changed.notification_id, id);
  return changed;
});

const store: Store = {
  page: async (limit, offset) => ({ items: selectPage.all(limit, offset).map(relayerOf), total: count.get() ?? 0 }),
  relayer: async (id) => {
    const row = selectRelayer.get(id);
    return row && relayerOf(row);
  },
  notification: async (id) => {
    const row = selectNotification.get(id);
    return row && { ...row, has_signing_key: Boolean(row.has_signing_key) };
  },
  patch: async (id, change) => patch.immediate(id, change),
};

function seed(): void {
  sqlite.exec(`${createRelayers('integer PRIMARY KEY')}; ${CREATE_NOTIFICATIONS}`);
  const { relayers, notifications } = readRecords();
  const places = RELAYER_COLUMNS.split(',').map(() => '?');
  const insertRelayer = sqlite.prepare(`INSERT INTO relayers (${RELAYER_COLUMNS}) VALUES (${places.join(', ')})`);
  const insertNotification = sqlite.prepare('INSERT INTO notifications VALUES (?, ?, ?, ?)');
  sqlite.transaction(() => {
    for (const relayer of relayers) {
      insertRelayer.run(rowOf(relayer).map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    }
    for (const { id, type, url, has_signing_key } of notifications) {
      insertNotification.run(id, type, url, Number(has_signing_key));
    }
  })();
}

expressApp(store).listen(port, '127.0.0.1');
