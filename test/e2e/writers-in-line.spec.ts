import { EventEmitter, once } from 'node:events';
import { Database } from '../../src/persistence/database';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { aNotification } from '../builders/a-notification';
import { databases, type TestDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/notifications';
const FAILURE = { success: false, data: null, message: 'Internal Server Error' };

describe('A writer that waits for others on SQLite', () => {
  let database: TestDatabase;
  const service = sharedApp(async () => (database = await databases[0]!.create()));

  /** Ways to hold the lock, with how to let go of it. */
  const holders: readonly (readonly [who: string, hold: () => () => unknown])[] = [
    [
      'this process',
      () => {
        const end = new EventEmitter();
        const held = service.app.app.get(Database).run(() => once(end, 'end'));
        return () => {
          end.emit('end');
          return held;
        };
      },
    ],
    [
      'another one',
      () => {
        const { settings } = database;
        const connection = openSqlite(settings.kind === 'sqlite' ? settings.path : '');
        connection.exec('BEGIN IMMEDIATE');
        return () => connection.exec('COMMIT').close();
      },
    ],
  ];

  it.each(holders)('is answered 503 while %s still writes, and is not carried out later', async (_, hold) => {
    const release = hold();
    const writers = ['a', 'b'].map((id) => service.call('POST', PATH, aNotification({ id })));
    expect((await service.call('GET', PATH)).status).toBe(200);
    for (const { status, headers, json } of await Promise.all(writers)) {
      expect([status, headers.get('retry-after'), json]).toEqual([503, '1', FAILURE]);
    }
    await release();
    const { id } = await service.add('notifications', aNotification({ id: 'afterwards' }));
    expect((await service.call('GET', PATH)).json.data).toMatchObject([{ id }]);
    await service.call('DELETE', `${PATH}/afterwards`);
  });
});
