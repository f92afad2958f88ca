import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberFrom } from '../support/numbers';
import { PostgresServer } from '../support/postgres';
import { Service } from '../support/service';
import { clockJumps } from './clock-jumps';
import { countersOn } from './counters';
import { fullDisk } from './full-disk';
import { hostileReadersOn } from './hostile-readers';
import { importBesideWriters } from './import-beside-writers';
import { killedOn } from './killed';
import { lostDatabase } from './lost-database';
import { Report } from './report';
import type { Scenario } from './scenario';
import { slowSendersOn } from './slow-senders';
import { terminatedOn } from './terminated';
import { steadyWebhooks, webhooksOn } from './webhooks';
import { writersOn } from './writers';

const scenarios: Readonly<Record<string, Scenario>> = {
  'kill-sqlite': killedOn('SQLite'),
  'kill-postgres': killedOn('PostgreSQL'),
  'writers-sqlite': writersOn('SQLite', 1),
  'writers-postgres': writersOn('PostgreSQL', 2),
  'counters-sqlite': countersOn('SQLite'),
  'counters-postgres': countersOn('PostgreSQL'),
  'lost-database': lostDatabase,
  'term-sqlite': terminatedOn('SQLite'),
  'term-postgres': terminatedOn('PostgreSQL'),
  'slow-sqlite': slowSendersOn('SQLite'),
  'slow-postgres': slowSendersOn('PostgreSQL'),
  'readers-sqlite': hostileReadersOn('SQLite'),
  'readers-postgres': hostileReadersOn('PostgreSQL'),
  'full-disk': fullDisk,
  'clock-jumps': clockJumps,
  'import-beside-writers': importBesideWriters,
  'webhooks-sqlite': webhooksOn('SQLite', 1),
  'webhooks-postgres': webhooksOn('PostgreSQL', 2),
  'webhooks-steady': steadyWebhooks,
};

/** `npm run torture [-- SCENARIO…]`: what the service must survive. Exit code 1 where a promise was broken or not tried. */
async function main(): Promise<void> {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in scenarios));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: none of ${Object.keys(scenarios).join(', ')}`);
  const percent = numberFrom('TORTURE_PERCENT', 100);
  const report = new Report();
  const root = mkdtempSync(join(tmpdir(), 'torture-'));
  let postgres: Promise<PostgresServer> | undefined;
  try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(scenarios)) {
      const services: Service[] = [];
      const folder = join(root, name);
      mkdirSync(folder);
      console.log(`${new Date().toISOString()} ${name}`);
      try {
        await scenarios[name]?.({
          report,
          folder,
          service: async (settings = {}, options = []) => {
            const service = await Service.make(folder, settings, options);
            services.push(service);
            return service;
          },
          postgres: () => (postgres ??= PostgresServer.make()),
          times: (full) => Math.max(1, Math.round((full * percent) / 100)),
        });
      } catch (error) {
        report.notRun(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
      } finally {
        for (const service of services) await service.end('SIGKILL');
      }
    }
  } finally {
    await postgres?.then(
      (server) => server.end(),
      () => undefined,
    );
    rmSync(root, { recursive: true, force: true });
  }
  if (!report.print()) process.exitCode = 1;
  // Connections that are kept alive would hold the process.
  process.exit();
}

void main();
