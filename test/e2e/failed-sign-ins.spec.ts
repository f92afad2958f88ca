import { readPage } from '../support/read-page';
import { setImmediate as turn } from 'node:timers/promises';
import { AuditService } from '../../src/audit/audit.service';
import { FailedSignInCounter } from '../../src/auth/failed-sign-in-counter';
import { Database } from '../../src/persistence/database';
import { openApp, type OpenApp } from '../support/open-app';

const MINUTE_MS = 60_000;
const SEALED_AFTER_MS = 25;
const REAL = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'Date', 'performance', 'hrtime'] as const;

describe('Failed sign-ins', () => {
  let service: OpenApp;

  beforeEach(async () => {
    service = await openApp();
    jest.useFakeTimers({ doNotFake: [...REAL] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    await service.close();
  });

  const recorded = async (): Promise<number[]> => {
    const { items } = await readPage(service.app.get(AuditService).list({ page: 1n, perPage: 100 }));
    return items.map(({ document }) => (JSON.parse(document) as { after: { count: number } }).after.count);
  };

  async function recordedSoon(entries: number): Promise<number[]> {
    const deadline = Date.now() + 5_000;
    while ((await recorded()).length < entries && Date.now() < deadline) await turn();
    return recorded();
  }

  it('are recorded once a minute, together', async () => {
    const failed = service.app.get(FailedSignInCounter);
    for (let count = 0; count < 1000; count++) failed.count();
    jest.advanceTimersByTime(MINUTE_MS - 1);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await recordedSoon(1)).toEqual([1000]);
    jest.advanceTimersByTime(SEALED_AFTER_MS);
    expect(jest.getTimerCount()).toBe(0);
    failed.count();
    jest.advanceTimersByTime(MINUTE_MS);
    expect(await recordedSoon(2)).toEqual([1000, 1]);
  });

  it('are kept for the next time where they cannot be recorded', async () => {
    const failed = service.app.get(FailedSignInCounter);
    const database = service.app.get(Database);
    await database.run(() => database.query('ALTER TABLE pending_audit_entries RENAME TO elsewhere'));
    failed.count();
    jest.advanceTimersByTime(MINUTE_MS);
    const deadline = Date.now() + 5_000;
    while (jest.getTimerCount() === 0 && Date.now() < deadline) await turn();
    await database.run(() => database.query('ALTER TABLE elsewhere RENAME TO pending_audit_entries'));
    failed.count();
    jest.advanceTimersByTime(MINUTE_MS);
    expect(await recordedSoon(1)).toEqual([2]);
  });
});
