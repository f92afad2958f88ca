import { Logger } from '@nestjs/common';
import { notificationEntity } from '../../../test/builders/entities';
import { databases, type TestDatabase } from '../../../test/support/databases';
import { openPorts, type Ports } from '../../../test/support/open-database';
import { sealedWebhookUrls } from '../../notifications/typeorm/notification.row';
import type { Resealed } from '../domain/key-rotation';
import { SealedColumns } from '../sealed-column';
import { SealError, SecretBox } from '../secret-box';
import { isAnythingSealed, requireKeysInUse } from './keys-in-use';
import { TypeOrmKeyRotation } from './typeorm-key-rotation';

/** That of the ports of a test. */
const OLD = { id: 'test', key: Buffer.alloc(32, 7) };
const NEW = { id: 'new', key: Buffer.alloc(32, 8) };
const OTHER = { id: 'test', key: Buffer.alloc(32, 9) };

describe('Sealed values', () => {
  let test: TestDatabase;
  let ports: Ports;
  let logged: unknown[];

  beforeEach(async () => {
    logged = [];
    const error = (said: unknown) => void logged.push(said);
    Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error });
    test = await databases[0]!.create();
    ports = await openPorts(test);
  });
  afterEach(async () => {
    Logger.overrideLogger(['log', 'warn', 'error']);
    await ports.database.close();
    await test.drop();
  });

  const execute = <Row>(sql: string): Promise<Row[]> => ports.database.run(() => ports.database.query<Row>(sql));
  /** Notifications, of which the first ones do not open. */
  const add = async (broken: number, whole: number): Promise<void> => {
    await ports.database.run(async () => {
      for (let number = 0; number < broken + whole; number++) {
        const id = `n${String(number).padStart(4, '0')}`;
        await ports.notifications.add(notificationEntity(id));
        const altered = `UPDATE notifications SET url = REPLACE(url, '1.test.', '1.test.x') WHERE id = '${id}'`;
        if (number < broken) await ports.database.query(altered);
      }
    });
  };
  const columns = new SealedColumns([sealedWebhookUrls], []);

  describe('that are sealed anew', () => {
    let recorded: Resealed[];
    let done: number[];

    const rotate = (stop?: AbortSignal) => {
      const rotation = new TypeOrmKeyRotation(ports.database, new SecretBox([NEW, OLD]), columns);
      [recorded, done] = [[], []];
      const record = async (resealed: Resealed): Promise<void> => void recorded.push(resealed);
      return rotation.run(record, (count) => done.push(count), stop);
    };
    const batch = (rows: number) => ({ table: 'notifications', column: 'url', from: 'test', rows });

    it('are so in steps of 50, each with an entry of its own', async () => {
      await add(0, 120);
      expect(await rotate()).toEqual({ key: 'new', resealed: { notifications: 120 }, unopened: [], remaining: 0 });
      expect(recorded).toEqual([batch(50), batch(50), batch(20)]);
      expect(done).toEqual([50, 100, 120]);
      expect(await rotate()).toMatchObject({ resealed: {}, remaining: 0 });
    });

    it('are so behind those that do not open, of which 100 are named and none is lost', async () => {
      await add(130, 60);
      const { unopened, ...rotation } = await rotate();
      expect(rotation).toEqual({ key: 'new', resealed: { notifications: 60 }, remaining: 130 });
      expect(unopened).toHaveLength(100);
      expect(unopened[99]).toEqual({
        place: 'notifications/n0099/url',
        reason: expect.stringContaining('What key test sealed at notifications/n0099/url was altered') as string,
      });
      expect(recorded.map(({ rows }) => rows).reduce((sum, rows) => sum + rows)).toBe(60);
      expect(recorded.filter(({ rows }) => rows === 0)).toEqual([]);
    });

    it('are so where nobody is told how far it is', async () => {
      await add(0, 1);
      const rotation = new TypeOrmKeyRotation(ports.database, new SecretBox([NEW, OLD]), columns);
      expect(await rotation.run(() => Promise.resolve())).toMatchObject({ remaining: 0 });
    });

    it('are not where it was stopped before', async () => {
      await add(0, 3);
      expect(await rotate(AbortSignal.abort())).toEqual({ key: 'new', resealed: {}, unopened: [], remaining: 3 });
    });

    it('are as they were where a fault is not theirs', async () => {
      await add(0, 3);
      const box = new SecretBox([NEW, OLD]);
      const fault = new Error('no more memory');
      jest.spyOn(box, 'seal').mockImplementation(() => {
        throw fault;
      });
      const rotation = new TypeOrmKeyRotation(ports.database, box, columns);
      await expect(rotation.run(() => Promise.resolve())).rejects.toBe(fault);
      const [left] = await execute<{ rows: number }>(
        "SELECT COUNT(*) AS rows FROM notifications WHERE url_key = 'test'",
      );
      expect(left!.rows).toBe(3);
    });
  });

  describe('at a start', () => {
    const start = (...keys: (typeof OLD)[]) => requireKeysInUse(ports.database, keys, columns.permanent);

    it('are not all looked at: a key is known by those that come first', async () => {
      await add(100, 1);
      await expect(start(OLD)).rejects.toThrow('under the name test the key that seals notifications');
    });

    it('are known by one that opens among the first 100', async () => {
      await add(99, 1);
      await start(OLD);
      expect(logged).toHaveLength(99);
      await expect(start(OTHER)).rejects.toThrow('under the name test the key that seals notifications');
      await expect(start(NEW)).rejects.toThrow('also the key named test, which seals notifications');
    });

    it('need not open once their key has proved itself, and are named, the first 100 of them', async () => {
      await start(OLD);
      await add(130, 0);
      await start(OLD);
      expect(logged).toHaveLength(100);
    });

    it('are named in the log by what is wrong with them', async () => {
      await start(OLD);
      await add(1, 0);
      await start(OLD);
      expect(logged).toEqual([{ err: expect.any(SealError) as SealError }]);
    });

    it('end it by a fault that is not theirs', async () => {
      await add(0, 1);
      const fault = new Error('no more memory');
      const replace = (): never => {
        throw fault;
      };
      await expect(requireKeysInUse(ports.database, [OLD], [{ ...sealedWebhookUrls, replace }])).rejects.toBe(fault);
    });

    it('prove a key that there is no other proof of', async () => {
      await start(OLD);
      await add(0, 1);
      await execute("UPDATE key_checks SET id = 'gone'");
      await start(OLD);
      expect(await execute('SELECT id FROM key_checks ORDER BY id')).toEqual([{ id: 'gone' }, { id: 'test' }]);
    });

    it('cost nothing more, and have their proof left as it is, once their key has proved itself', async () => {
      await start(OLD);
      const [proof] = await execute("SELECT * FROM key_checks WHERE id = 'test'");
      let transactions = 0;
      ports.database.watch({ queried: () => undefined, transacted: () => transactions++ });
      await start(OLD);
      expect(transactions).toBe(0);
      await start(NEW, OLD);
      expect(await execute("SELECT * FROM key_checks WHERE id = 'test'")).toEqual([proof]);
    });

    it('are known to be there by the proof of their key, and by themselves', async () => {
      const isThere = () => isAnythingSealed(ports.database, columns.all);
      expect(await isThere()).toBe(false);
      await add(0, 1);
      expect(await isThere()).toBe(true);
      await execute('DELETE FROM notifications');
      expect(await isThere()).toBe(false);
      await start(OLD);
      expect(await isThere()).toBe(true);
    });

    it('let a key come beside one that was here before, and no other', async () => {
      await start(OLD);
      await expect(start(NEW)).rejects.toThrow('a key that this database was used with (test)');
      await start(NEW, OLD);
      await start(NEW);
      await expect(start(OTHER)).rejects.toThrow(/used with \((new, test|test, new)\)/);
    });
  });
});
