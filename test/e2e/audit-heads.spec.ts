import { AuditService } from '../../src/audit/audit.service';
import { HeadLog } from '../../src/audit/head-log';
import { headsIn, type NotedHead } from '../../src/audit/domain/noted-heads';
import { eventually } from '../support/eventually';
import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer } from '../support/samples';

const HOUR_MS = 3_600_000;

describe('The heads of the audit log', () => {
  let service: OpenApp;

  beforeEach(async () => {
    service = await openApp();
    await createRelayer(service);
    jest.useFakeTimers({
      now: Date.now(),
      doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'setTimeout', 'performance'],
    });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await service.close();
  });

  it('are written at the start and every hour, each with all that was acknowledged before', async () => {
    const audit = service.app.get(AuditService);
    const logged: NotedHead[] = [];
    await service.app.get(HeadLog).start((line) => logged.push(...headsIn(line)));
    const { head } = await audit.verify();
    expect(logged).toEqual([head]);
    expect(head.sequence).toBe(3);
    await service.call('PATCH', '/api/v1/relayers/relayer', { paused: true });
    jest.advanceTimersByTime(HOUR_MS);
    await eventually(() => expect(logged).toHaveLength(2));
    expect(logged[1]).toEqual((await audit.verify()).head);
    expect((await audit.verify(logged)).broken).toBeUndefined();
  });
});
