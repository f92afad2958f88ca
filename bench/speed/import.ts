import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringifyExact } from '../../src/kernel/exact-json';
import { copyRows, insertRows, type Used } from './bulk-insert';
import { notification, notificationsFor, relayer, signer, signersFor } from './records';
import type { SectionResult } from './results';
import { ENCRYPTION_KEY } from './seeding';
import { figureOf, ratioOf } from './statistics';
import { MAX_IMPORT_MIB } from './targets';

const ENTRY_POINT = resolve(__dirname, '../../dist/src/main.js');
const USAGE = resolve(__dirname, '../support/usage.cjs');
const ROUNDS = 3;

/** What an import used. */
interface Import extends Used {
  readonly peakMib: number;
}

/** A file of that many relayers is imported, beside a bulk insert of the rows that this makes; and one of a tenth of them. */
export async function importing(isQuick: boolean): Promise<SectionResult> {
  const [few, many] = isQuick ? [200, 2_000] : [10_000, 100_000];
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return verdictsOf(few, many, isQuick ? 1 : ROUNDS, directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function verdictsOf(few: number, many: number, rounds: number, directory: string): SectionResult {
  const [small, large] = [few, many].map((count) => writeConfiguration(directory, count));
  const imports: Import[] = [];
  const inserts: Used[] = [];
  const smallPeaks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [imported, empty] = ['imported', 'empty'].map((name) => join(directory, `${name}-${String(round)}.db`));
    imports.push(importFile(large ?? '', imported ?? ''));
    relayctl(['migrate'], empty ?? '');
    inserts.push(insertRows(empty ?? '', copyRows(imported ?? '')));
    smallPeaks.push(importFile(small ?? '', join(directory, `small-${String(round)}.db`)).peakMib);
  }
  const largePeaks = imports.map(({ peakMib }) => peakMib);
  const [seconds, cpu] = [(used: Used): number => used.seconds, (used: Used): number => used.cpu];
  const words = (count: number): string => `${count.toLocaleString('en')} relayers`;
  return {
    verdicts: [
      {
        what: `relayctl import, ${words(many)} with their signers and notifications`,
        figure: figureOf(imports.map((used) => many / used.seconds)),
        unit: 'relayers/s',
      },
      {
        what: 'the time of a bulk insert of the same rows by better-sqlite3',
        figure: ratioOf(imports.map(seconds), inserts.map(seconds)),
        byCpu: ratioOf(imports.map(cpu), inserts.map(cpu)),
        unit: '×',
      },
      { what: `peak of resident memory, ${words(few)}`, figure: figureOf(smallPeaks), unit: 'MiB' },
      {
        what: `peak of resident memory, ${words(many)}`,
        figure: figureOf(largePeaks),
        unit: 'MiB',
        target: { bound: 'at most', limit: MAX_IMPORT_MIB },
      },
      {
        what: 'peak of resident memory for each relayer more',
        figure: figureOf(largePeaks.map((peak, round) => ((peak - (smallPeaks[round] ?? NaN)) * 1024) / (many - few))),
        unit: 'KiB',
      },
    ],
  };
}

function importFile(file: string, database: string): Import {
  const usage = `${database}.usage`;
  const start = performance.now();
  relayctl(['import', file], database, usage);
  const seconds = (performance.now() - start) / 1000;
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
  return { seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, peakMib: maxRSS / 1024 };
}

function relayctl(parameters: readonly string[], database: string, usage?: string): void {
  execFileSync(process.execPath, [...(usage === undefined ? [] : ['-r', USAGE]), ENTRY_POINT, ...parameters], {
    env: {
      DATABASE_URL: `sqlite:${database}`,
      STORAGE_ENCRYPTION_KEY: ENCRYPTION_KEY,
      CHECK_NETWORKS: 'false',
      ...(usage && { USAGE: usage }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A configuration in NDJSON of that many relayers, written record by record. */
export function writeConfiguration(directory: string, count: number): string {
  const path = join(directory, `${String(count)}.ndjson`);
  const file = openSync(path, 'w');
  const write = (name: string, length: number, record: (index: number) => object): void => {
    for (let index = 0; index < length; index++) {
      writeSync(file, `${stringifyExact({ [name]: record(index) })}\n`);
    }
  };
  write('relayer', count, (index) => {
    const { id, name, network, network_type, address, paused, signer_id, notification_id, ...rest } = relayer(index);
    const { policies, custom_rpc_urls } = rest;
    return { id, name, network, network_type, address, paused, signer_id, notification_id, policies, custom_rpc_urls };
  });
  write('signer', signersFor(count), signer);
  write('notification', notificationsFor(count), (index) => {
    const { id, type, url } = notification(index);
    return { id, type, url };
  });
  closeSync(file);
  return path;
}
