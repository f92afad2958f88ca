import { setTimeout as wait } from 'node:timers/promises';
import { probe, type Service } from '../support/service';
import { send, sure } from './client';
import { KEY, type Scenario, type Stage, verifyChain } from './scenario';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BURST = 5;
/** In milliseconds: what a burst needs to come back at 5 a second, and some more. */
const COMES_BACK_WITHIN_MS = 2_000;

/** The clock is set forward and back while the service runs. */
export const clockJumps: Scenario = async (stage) => {
  const settings = { ...KEY, DATABASE_URL: 'sqlite:records.db' };
  const service = await stage.service(settings, probe);
  await service.start();
  await expiry(stage, service);
  await trail(stage, service);
  await verifyChain(stage, 'clock jumps', service);
  await service.end('SIGTERM');
  const limits = { RATE_LIMIT_REQUESTS_PER_SECOND: '5', RATE_LIMIT_BURST_SIZE: String(BURST) };
  const limited = await stage.service({ ...settings, ...limits }, probe);
  await limited.start();
  await rates(stage, limited);
};

async function expiry({ report }: Stage, service: Service): Promise<void> {
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
  const body = { name: 'an hour', permissions: ['notifications:read'], expires_at };
  const { data } = await sure(`${service.url}/api/v1/tokens`, { method: 'POST', body });
  const { token } = data as { readonly token: string };
  const statuses: number[] = [];
  for (const offset of [0, 2 * HOUR_MS, -DAY_MS, 0]) {
    await service.setClock(offset);
    statuses.push((await send(`${service.url}/api/v1/notifications`, { token })).status);
  }
  const measured = statuses.join(' ');
  const promised = '200 401 200 200';
  report.add(
    'clock jumps',
    'a token of one hour: now, 2 h on, a day back, now',
    measured,
    promised,
    measured === promised,
  );
}

async function trail({ report }: Stage, service: Service): Promise<void> {
  const statuses: number[] = [];
  const path = `${service.url}/api/v1/notifications`;
  for (const [index, offset] of [0, 400 * DAY_MS, -400 * DAY_MS, HOUR_MS, -HOUR_MS, 0].entries()) {
    await service.setClock(offset);
    const body = { id: `jump-${String(index)}`, url: 'https://hooks.example.com' };
    const headers = { 'idempotency-key': `jump-${String(index)}` };
    for (let time = 0; time < 2; time++) statuses.push((await send(path, { method: 'POST', body, headers })).status);
  }
  const odd = statuses.filter((status) => status !== 201);
  report.none('clock jumps', `creations and their repetitions that failed (of ${String(statuses.length)})`, odd);
  const { data } = await sure(`${service.url}/api/v1/audit-events?resource=notification&per_page=100`);
  const entries: readonly { readonly sequence: number; readonly id: string }[] = data;
  const ids = entries.map(({ id }) => id).join(' ');
  const isOrdered = ids === Array.from({ length: 6 }, (_, index) => `jump-${String(index)}`).join(' ');
  report.add('clock jumps', 'entries in the order in which it happened, one each', entries.length, '6', isOrdered);
}

async function rates({ report }: Stage, service: Service): Promise<void> {
  const get = async (): Promise<number> => (await send(`${service.url}/api/v1/relayers`)).status;
  for (const [name, offset] of [
    ['a day on', DAY_MS],
    ['a day back', -DAY_MS],
  ] as const) {
    await service.setClock(0);
    // From here on what was used comes back by this clock.
    await get();
    await wait(COMES_BACK_WITHIN_MS);
    let served = 0;
    while ((await get()) === 200) served++;
    await service.setClock(offset);
    const start = performance.now();
    while ((await get()) !== 200) await wait(20);
    report.within(
      'clock jumps',
      `rate limit, ${name}: served again after`,
      performance.now() - start,
      COMES_BACK_WITHIN_MS,
    );
    let again = 1;
    while ((await get()) === 200) again++;
    const isLimited = served <= 2 * BURST && again <= 2 * BURST;
    report.add(
      'clock jumps',
      `rate limit, ${name}: at once before and after`,
      `${String(served)}, ${String(again)}`,
      `about ${String(BURST)}`,
      isLimited,
    );
  }
}
