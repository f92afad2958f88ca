import { Logger } from '@nestjs/common';
import { databases, type TestDatabase } from '../../test/support/databases';
import { eventually } from '../../test/support/eventually';
import { openPorts, type Ports } from '../../test/support/open-database';
import { AuditSealer } from './audit-sealer';

const LOOK_EVERY_MS = 1_000;

describe('AuditSealer', () => {
  let test: TestDatabase;
  let ports: Ports;
  let sealer: AuditSealer;
  let warnings: unknown[];

  beforeEach(async () => {
    test = await databases[0]!.create();
    ports = await openPorts(test);
    sealer = new AuditSealer(ports.audit, ports.calls);
    warnings = [];
    const warn = (...said: unknown[]) => void warnings.push(said);
    Logger.overrideLogger({ log: () => undefined, error: () => undefined, warn });
    // What is looked for every second is looked for when a test says so.
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
    });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await sealer.onApplicationShutdown();
    jest.useRealTimers();
    Logger.overrideLogger(['log', 'warn', 'error']);
    await ports.database.close();
    await test.drop();
  });

  const record = (): Promise<void> =>
    ports.database.run(() => ports.changes.record({ entry: { resource: 'test', id: 'test', action: 'test.ran' } }));
  const sealed = async (): Promise<number> => (await ports.audit.head()).sequence;
  const sealedLater = (count: number) => eventually(async () => expect(await sealed()).toBe(count));
  const execute = (sql: string) => ports.database.run(() => ports.database.query(sql));

  it('seals at its start, and every second, what others left', async () => {
    await record();
    sealer.onApplicationBootstrap();
    await sealedLater(1);
    await record();
    expect(await sealed()).toBe(1);
    jest.advanceTimersByTime(LOOK_EVERY_MS);
    await sealedLater(2);
  });

  it('gives others their turn among the entries that it seals at once', async () => {
    const [count, after] = [200, JSON.stringify({ name: 'x'.repeat(60 * 1024) })];
    await ports.database.run(async () => {
      for (let id = 0; id < count; id++)
        await ports.changes.record({ entry: { resource: 'test', id: String(id), action: 'test.ran', after } });
    });
    let turns = 0;
    const takeTurn = (): void => {
      turns++;
      if (turns < count) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await ports.audit.seal();
    expect(await sealed()).toBe(count);
    expect(turns).toBeGreaterThan(1);
  });

  it('seals soon after it was woken, also where it was woken while it seals', async () => {
    sealer.onApplicationBootstrap();
    for (let count = 1; count <= 5; count++) {
      await record();
      sealer.wake();
      await sealedLater(count);
    }
  });

  it('is not woken before it was started, nor after its end, at which it seals what is left', async () => {
    const seal = jest.spyOn(sealer, 'seal');
    await record();
    sealer.wake();
    sealer.onApplicationBootstrap();
    await sealedLater(1);
    await record();
    sealer.wake();
    const begun = seal.mock.calls.length;
    await sealer.onApplicationShutdown();
    expect(await sealed()).toBe(2);
    expect(seal.mock.calls.length).toBe(begun + 1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer at its end', async () => {
    sealer.onApplicationBootstrap();
    const [set, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
    sealer.wake();
    const timer = set.mock.results[0]!.value as unknown;
    await sealer.onApplicationShutdown();
    expect(cleared).toHaveBeenCalledWith(timer);
  });

  it('sets no timer after its end', async () => {
    sealer.onApplicationBootstrap();
    await sealer.onApplicationShutdown();
    const set = jest.spyOn(globalThis, 'setTimeout');
    sealer.wake();
    expect(set).not.toHaveBeenCalled();
  });

  describe('while it seals', () => {
    let release: () => void;

    beforeEach(() => {
      const isHeld = new Promise<void>((resolve) => (release = resolve));
      jest.spyOn(ports.audit, 'hasPending').mockImplementationOnce(async () => {
        await isHeld;
        return false;
      });
      sealer.onApplicationBootstrap();
    });

    it('does not end', async () => {
      let isOver = false;
      const ended = sealer.onApplicationShutdown().then(() => (isOver = true));
      for (let reading = 0; reading < 20; reading++) await sealed();
      expect(isOver).toBe(false);
      release();
      await ended;
    });

    it('notes that it was woken, as it may have looked before', async () => {
      await record();
      const set = jest.spyOn(globalThis, 'setTimeout');
      sealer.wake();
      // Woken a second time by itself, while what it does still goes on.
      await eventually(() => expect(set.mock.calls.filter(([, ms]) => ms === 25).length).toBeGreaterThan(1));
      release();
      await sealedLater(1);
    });
  });

  it('seals all that is pending, however much, and commits nothing where nothing is', async () => {
    await ports.database.run(async () => {
      for (let count = 0; count < 900; count++) {
        await ports.changes.record({ entry: { resource: 'test', id: 'test', action: 'test.ran' } });
      }
    });
    await sealer.seal();
    expect([await sealed(), await ports.audit.hasPending()]).toEqual([900, false]);
    let transactions = 0;
    ports.database.watch({ queried: () => undefined, transacted: () => transactions++ });
    await sealer.seal();
    expect(transactions).toBe(0);
  });

  it('says once that entries wait, and again only after some were sealed', async () => {
    const looks = jest.spyOn(ports.audit, 'hasPending');
    const look = async (): Promise<void> => {
      const before = looks.mock.calls.length;
      // A look that is under way takes the place of one that is due.
      await eventually(() => {
        jest.advanceTimersByTime(LOOK_EVERY_MS);
        expect(looks.mock.calls.length).toBeGreaterThan(before + 1);
      });
    };
    await execute('CREATE TABLE kept_head AS SELECT * FROM audit_head');
    await record();
    for (let time = 1; time <= 2; time++) {
      await execute('DELETE FROM audit_head');
      if (time === 1) sealer.onApplicationBootstrap();
      await look();
      await eventually(() => expect(warnings).toHaveLength(time));
      await look();
      await look();
      expect(warnings).toHaveLength(time);
      await execute('INSERT INTO audit_head SELECT * FROM kept_head');
      await look();
      await eventually(async () => expect(await ports.audit.hasPending()).toBe(false));
      await look();
      await execute('DELETE FROM kept_head');
      await execute('INSERT INTO kept_head SELECT * FROM audit_head');
      await record();
    }
    expect(JSON.stringify(warnings)).toContain('Audit entries wait to be sealed');
  });
});
