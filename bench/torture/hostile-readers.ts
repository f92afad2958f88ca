import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Service, TOKEN } from '../support/service';
import { sure } from './client';
import { databases, type Scenario, type Stage } from './scenario';

const CONNECTIONS = 100;
const REQUESTS_A_SECOND = 300;
/** In milliseconds: longer than the service waits for a reader that reads nothing. */
const LOAD_MS = 30_000;
const EVERY_MS = 20;
const MAX_MIB = 384;
/** As `npm start` and the image start it. */
const AS_STARTED = ['--min-semi-space-size=16'];

/** What is created: each relayer has RPC URLs that take 200 KB. */
const RELAYERS = 1_000;
const AT_ONCE = 8;
const URLS = 100;
const URL_LENGTH = 2_000;

const relayerId = (index: number): string => `relayer-${String(index)}`;

/** What a request asks for; the number counts all requests. */
const routes: Readonly<Record<string, (number: number) => string>> = {
  'relayers of 200 KB, 1,000 a page': () => '/api/v1/relayers?per_page=1000',
  'relayers of 200 KB, another page each time': (number) => `/api/v1/relayers?per_page=${String(1 + (number % 999))}`,
  'a relayer of 200 KB': () => `/api/v1/relayers/${relayerId(0)}`,
  'a relayer of 200 KB, another one each time': (number) => `/api/v1/relayers/${relayerId(number % RELAYERS)}`,
  signers: () => '/api/v1/signers?per_page=1000',
  notifications: () => '/api/v1/notifications?per_page=1000',
  deliveries: () => '/api/v1/notifications/hook/deliveries?per_page=1000',
  'audit log': () => '/api/v1/audit-events?per_page=1000',
  '/openapi.json': () => '/openapi.json',
  '/docs': () => '/docs/swagger-ui-bundle.js',
  '/metrics': () => '/metrics',
};

/** Connections over which is asked for all that there is, and nothing read. */
export const hostileReadersOn =
  (database: string): Scenario =>
  async (stage) => {
    const service = await stage.service(await databases[database]?.(stage), AS_STARTED);
    await service.start();
    await seed(service.url, stage);
    for (const [name, path] of Object.entries(routes)) {
      await service.end('SIGTERM');
      await service.start();
      const before = peakOf(service);
      const stop = askAndReadNothing(service.url, path);
      await wait(stage.times(LOAD_MS));
      stop();
      const { status } = await sure(`${service.url}/api/v1/relayers?per_page=0`).then(() => ({ status: 200 }));
      const peak = peakOf(service);
      stage.report.add(
        `${String(CONNECTIONS)} readers that read nothing, on ${database}`,
        `${name}: resident memory, ${before.toFixed(0)} MiB before, ${String(status)} after`,
        `${peak.toFixed(0)} MiB`,
        `at most ${String(MAX_MIB)} MiB`,
        peak <= MAX_MIB,
      );
    }
  };

/** In MiB: the most that the process ever had. */
function peakOf({ pid }: Service): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

async function seed(url: string, stage: Stage): Promise<void> {
  const post = (path: string, body: unknown): Promise<unknown> =>
    sure(`${url}/api/v1/${path}`, { method: 'POST', body });
  await post('signers', { id: 'signer', type: 'local', config: { key: '1'.padStart(64, '0') } });
  await post('notifications', { id: 'hook', url: 'http://hooks.invalid/' });
  const urlOf = (text: string): string => `https://example.com/${text}/`.padEnd(URL_LENGTH, 'x');
  const relayer = (id: string): object => ({
    id,
    name: 'large',
    network: id,
    network_type: 'evm',
    paused: false,
    signer_id: 'signer',
    notification_id: 'hook',
    custom_rpc_urls: Array.from({ length: URLS }, (_, index) => ({
      url: urlOf(String(index)),
    })),
  });
  const count = stage.times(RELAYERS);
  let next = 0;
  const create = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await post('relayers', relayer(relayerId(index)));
      await post('notifications', { url: urlOf('hook') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
}

/** Returns what ends it. */
function askAndReadNothing(url: string, pathOf: (number: number) => string): () => void {
  const { hostname, port } = new URL(url);
  let number = 0;
  const open = (): ReturnType<typeof connect> =>
    connect(Number(port), hostname)
      .pause()
      .on('error', () => undefined);
  const sockets = Array.from({ length: CONNECTIONS }, open);
  const timer = setInterval(() => {
    for (let count = (REQUESTS_A_SECOND * EVERY_MS) / 1_000; count > 0; count--) {
      const index = number++ % CONNECTIONS;
      if (sockets[index]?.destroyed || sockets[index]?.errored) sockets[index] = open();
      sockets[index]?.write(`GET ${pathOf(number)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
    }
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}
