import { type BuiltService, runBuilt, startBuiltService } from '../support/built-service';
import { eventually } from '../support/eventually';
import { API_KEY } from '../support/open-app';
import { scratchFolder } from '../support/scratch';
import type { ShownDelivery } from '../support/told-service';
import { reactions, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const settings = { API_KEY, LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };

describe('relayctl deliveries and notifications, beside a service that runs', () => {
  const folder = scratchFolder();
  let service: BuiltService;
  let receiver: WebhookReceiver;

  beforeEach(async () => {
    [service, receiver] = await Promise.all([startBuiltService(folder(), settings), startWebhookReceiver()]);
    const { status } = await fetch(`${service.baseUrl}/api/v1/notifications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'hook', url: receiver.url }),
    });
    expect(status).toBe(201);
  }, 180_000);
  afterEach(async () => {
    await receiver.close();
    await service.stop();
  });

  const run = async (...parameters: string[]): Promise<{ readonly code: number | null; readonly printed: string }> => {
    const { ended, printed } = runBuilt(folder(), settings, parameters);
    return { code: await ended, printed: printed() };
  };
  const listed = async (...options: string[]): Promise<ShownDelivery[]> => {
    const { code, printed } = await run('deliveries', 'list', 'hook', '--json', ...options);
    expect([code, printed]).toEqual([0, printed]);
    return JSON.parse(printed) as ShownDelivery[];
  };

  it('test a notification, list what it was told, and have the service tell it again', async () => {
    const tested = await run('notifications', 'test', 'hook');
    expect(tested.printed).toMatch(
      /^id\s+\S+\nstate\s+delivered\nresult\s+answered 200\nlatency\s+\d+ ms\nanswer\s+ok\n$/,
    );
    expect(tested.code).toBe(0);
    const [delivery] = await listed();
    expect(await listed('--state', 'failed')).toEqual([]);
    const { printed } = await run('deliveries', 'list', 'hook');
    expect(printed.split('\n')[0]).toMatch(/^ID +CREATED +EVENT +ABOUT +VERSION +STATE +ATTEMPTS +LAST RESULT$/);
    expect(printed.split('\n')[1]).toMatch(
      new RegExp(`^${delivery!.id} .* notification_test +notification hook +delivered +1 +answered 200$`),
    );
    const replayed = await run('deliveries', 'replay', delivery!.id);
    expect(replayed).toEqual({ code: 0, printed: `Delivery ${delivery!.id} waits for another attempt\n` });
    await eventually(() => expect(receiver.requests).toHaveLength(2));
    expect(receiver.requests[1]!.body).toBe(receiver.requests[0]!.body);
  }, 60_000);

  it('end with 1 where a test was not accepted, or there is no such thing', async () => {
    receiver.react(reactions.answer(500));
    const tested = await run('notifications', 'test', 'hook');
    expect(tested.printed).toContain('answered 500');
    expect(tested.code).toBe(1);
    for (const parameters of [
      ['notifications', 'test', 'nobody'],
      ['deliveries', 'list', 'nobody'],
    ]) {
      expect(await run(...parameters)).toEqual({ code: 1, printed: 'error: Notification not found\n' });
    }
    expect(await run('deliveries', 'replay', 'none')).toEqual({
      code: 1,
      printed: 'error: Delivery with ID none not found\n',
    });
  }, 60_000);

  it('show that the sample records of the first start were told to nobody', async () => {
    const { printed } = await run('deliveries', 'list', 'ops-webhook', '--json');
    const states = (JSON.parse(printed) as ShownDelivery[]).map(({ state, attempts }) => [state, attempts.length]);
    expect(states.length).toBeGreaterThan(0);
    expect(new Set(states.map(String))).toEqual(new Set(['cancelled,0']));
    expect(service.printed()).not.toContain('A webhook fails');
  }, 60_000);
});
