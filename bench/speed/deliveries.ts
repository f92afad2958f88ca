import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { messageBody } from '../../src/webhooks/domain/webhook-body';
import { probe, Service, TOKEN } from '../support/service';
import { compileBaselines } from './compile';
import { DeliveryCounter } from './delivery-counter';
import { relayer } from './records';
import type { Section } from './sections';
import { type Figure, figureOf, ratioOf } from './statistics';

const HOOK = 'hook';
const ROUNDS = 3;
const DELIVERIES = 10_000;
const QUICK_DELIVERIES = 1_000;
/** What must be sent without being held. */
const BACKLOG = 100_000;
const QUICK_BACKLOG = 2_000;
const CONCURRENCY = '8';
const MIB = 2 ** 20;

/** How fast deliveries go beside a plain loop of requests that keeps nothing, and what a long backlog takes. */
export const deliveries: Section = async (isQuick) => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const receiver = await DeliveryCounter.open();
  try {
    const count = isQuick ? QUICK_DELIVERIES : DELIVERIES;
    const rates: { readonly service: number[]; readonly loop: number[] } = { service: [], loop: [] };
    const drain = await Drain.make(directory, receiver);
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
      rates.loop.push(await loopRate(directory, receiver, count));
      rates.service.push((await drain.run(count)).rate);
    }
    const long = await drain.run(isQuick ? QUICK_BACKLOG : BACKLOG);
    const verdict = (what: string, figure: Figure, unit: string) => ({ what, figure, unit });
    return {
      verdicts: [
        verdict('deliveries of this service', figureOf(rates.service), '/s'),
        verdict('requests of a plain undici loop that keeps nothing', figureOf(rates.loop), '/s'),
        verdict('deliveries beside the loop', ratioOf(rates.service, rates.loop), '×'),
        verdict(
          `deliveries of a backlog of ${(isQuick ? QUICK_BACKLOG : BACKLOG).toLocaleString('en')}`,
          figureOf([long.rate]),
          '/s',
        ),
        verdict('memory after that backlog, heap', figureOf([long.heapBytes / MIB]), 'MiB'),
        verdict('memory after that backlog, resident', figureOf([long.residentBytes / MIB]), 'MiB'),
      ],
    };
  } finally {
    receiver.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

const bodyOf = (index: number): string => {
  const members = { relayer: JSON.stringify(relayer(index % 1_000)), version: '1' };
  return messageBody(idOf(index), { event: 'relayer_update', payloadType: 'relayer_updated', members }, new Date());
};

const idOf = (index: number): string => `delivery-${String(index)}`;

/** The service, started with a backlog. */
class Drain {
  private made = 0;

  private constructor(
    private readonly path: string,
    private readonly service: Service,
    private readonly receiver: DeliveryCounter,
  ) {}

  static async make(directory: string, receiver: DeliveryCounter): Promise<Drain> {
    const path = join(directory, 'records.db');
    const settings = {
      DATABASE_URL: `sqlite:${path}`,
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const service = await Service.make(directory, settings, probe);
    await service.start();
    const body = JSON.stringify({ id: HOOK, url: receiver.url, signing_key: 'a-signing-key-of-32-characters-or-more' });
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
    };
    const { status } = await fetch(`${service.url}/api/v1/notifications`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`The notification was answered with ${String(status)}`);
    await service.end('SIGTERM');
    return new Drain(path, service, receiver);
  }

  async run(
    count: number,
  ): Promise<{ readonly rate: number; readonly heapBytes: number; readonly residentBytes: number }> {
    const database = openSqlite(this.path);
    const insert = database.prepare(`INSERT INTO deliveries (id, notification_id, event, payload_type, resource,
      resource_id, version, body, created_at, due_at, tries, state)
      VALUES (?, ?, 'relayer_update', 'relayer_updated', 'relayer', ?, 1, ?, ?, 0, 0, 'pending')`);
    database.transaction(() => {
      for (let index = 0; index < count; index++, this.made++) {
        insert.run(idOf(this.made), HOOK, `relayer-${String(index % 1_000)}`, bodyOf(this.made), Date.now());
      }
    })();
    database.close();
    const measured = this.receiver.expect(count);
    await this.service.start();
    const rate = await measured;
    const { heapUsed: heapBytes, rss: residentBytes } = await this.service.memory();
    await this.service.end('SIGTERM');
    return { rate, heapBytes, residentBytes };
  }
}

async function loopRate(directory: string, receiver: DeliveryCounter, count: number): Promise<number> {
  const bodies = join(directory, 'bodies.json');
  writeFileSync(bodies, JSON.stringify(Array.from({ length: count }, (_, index) => bodyOf(index))));
  const measured = receiver.expect(count);
  const program = join(compileBaselines(), 'webhook-loop.js');
  const loop = spawn(process.execPath, [program, receiver.url, bodies, CONCURRENCY], { stdio: 'inherit' });
  return measured.finally(() => loop.kill());
}
