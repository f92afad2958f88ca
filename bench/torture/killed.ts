import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../support/service';
import { addRelayers, send, sure, versionOf } from './client';
import { databases, type Scenario, type Stage, verifyChain } from './scenario';

const WRITERS = 16;
const KILLS = 100;
/** In milliseconds: how long the load is on before each kill; the rest is by chance. */
const LEAST_LOAD_MS = 50;
const MAX_LOAD_MS = 400;
const READY_WITHIN_MS = 5_000;
const PER_PAGE = 1_000;

/** What the writer of one relayer knows. Each change has a number, and sets two fields to it. */
interface Ledger {
  readonly id: string;
  sent: number;
  readonly acknowledged: Set<number>;
}

interface Relayer {
  readonly name: string;
  readonly policies: { readonly min_balance?: number };
}

interface Entry {
  readonly version: number;
  readonly after: { readonly name: string };
}

/** Kills the service a hundred times while 16 clients change relayers, and looks at what is left each time. */
export const killedOn =
  (database: string): Scenario =>
  async (stage) => {
    const scenario = `kill -9 on ${database}`;
    const { report } = stage;
    const service = await stage.service(await databases[database]?.(stage));
    await service.start();
    await addRelayers(service.url, WRITERS);
    const ledgers = Array.from({ length: WRITERS }, (_, index): Ledger => {
      return { id: `relayer-${String(index)}`, sent: 0, acknowledged: new Set() };
    });
    const ready: number[] = [];
    const faults: object[] = [];
    const kills = stage.times(KILLS);
    for (let kill = 0; kill < kills; kill++) {
      const before = acknowledgedBy(ledgers);
      const writers = ledgers.map((ledger) => write(service, ledger));
      // A process that has just started is slow with its first answers.
      while (acknowledgedBy(ledgers) === before && service.isAlive) await wait(5);
      await wait(LEAST_LOAD_MS + Math.random() * (MAX_LOAD_MS - LEAST_LOAD_MS));
      await service.end('SIGKILL');
      await Promise.all(writers);
      ready.push(await service.start());
      for (const ledger of ledgers) faults.push(...(await faultsOf(service, ledger)));
    }
    const acknowledged = acknowledgedBy(ledgers);
    report.add(scenario, 'kills', kills, String(kills), true);
    report.add(scenario, 'changes that were acknowledged', acknowledged, 'some each time', acknowledged >= kills);
    report.none(scenario, 'acknowledged changes lost, half records, changes without one entry', faults);
    await checkEntries(stage, scenario, service, ledgers);
    await verifyChain(stage, scenario, service);
    const middle = ready.sort((one, other) => one - other)[Math.floor(ready.length / 2)] ?? Infinity;
    report.within(scenario, 'ready again, half of the times', middle, READY_WITHIN_MS);
    report.within(scenario, 'ready again, at the latest', Math.max(...ready), READY_WITHIN_MS);
  };

const acknowledgedBy = (ledgers: readonly Ledger[]): number =>
  ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

/** One change after another, until there is nobody to answer. */
async function write({ url }: Service, ledger: Ledger): Promise<void> {
  for (;;) {
    const number = ++ledger.sent;
    const body = { name: `change ${String(number)}`, policies: { min_balance: number } };
    const { status } = await send(`${url}/api/v1/relayers/${ledger.id}`, { method: 'PATCH', body });
    if (status === 0) return;
    if (status === 200) ledger.acknowledged.add(number);
  }
}

/** What is kept of a relayer must be the last change that was acknowledged, or one that was sent after it. */
async function faultsOf({ url }: Service, { id, sent, acknowledged }: Ledger): Promise<object[]> {
  const { text } = await send(`${url}/api/v1/relayers/${id}`);
  const { data } = JSON.parse(text) as { readonly data: Relayer };
  const { version, entries } = await versionOf(url, id);
  const kept = data.policies.min_balance ?? 0;
  const name = kept === 0 ? 'new' : `change ${String(kept)}`;
  const last = Math.max(0, ...acknowledged);
  const isWhole = data.name === name;
  return isWhole && kept >= last && kept <= sent && entries === version
    ? []
    : [{ id, kept, last, sent, name: data.name, version, entries }];
}

async function checkEntries({ report }: Stage, scenario: string, { url }: Service, ledgers: readonly Ledger[]) {
  const missing: object[] = [];
  const doubled: object[] = [];
  let changes = 0;
  for (const { id, acknowledged } of ledgers) {
    const seen = new Set<string>();
    for (let page = 1, length = PER_PAGE; length === PER_PAGE; page++) {
      const query = `resource=relayer&id=${id}&per_page=${String(PER_PAGE)}&page=${String(page)}`;
      const { data } = await sure(`${url}/api/v1/audit-events?${query}`);
      const entries: readonly Entry[] = data;
      for (const { version, after } of entries) {
        if (seen.has(after.name)) doubled.push({ id, version, name: after.name });
        seen.add(after.name);
      }
      length = entries.length;
    }
    changes += seen.size - 1;
    for (const number of acknowledged) if (!seen.has(`change ${String(number)}`)) missing.push({ id, number });
  }
  report.none(scenario, `acknowledged changes without an entry (of ${String(changes)} entries)`, missing);
  report.none(scenario, 'changes with two entries', doubled);
}
