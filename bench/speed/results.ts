import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import type { Figure } from './statistics';
import type { Verdict } from './targets';

/** What one side showed at one work: {@link Sample}, over the rounds. */
export interface SideResult {
  readonly rate: Figure;
  readonly p50: Figure;
  readonly p99: Figure;
  readonly cpu: Figure;
  readonly busy: Figure;
  readonly resident: Figure;
}

export interface WorkResult {
  readonly title: string;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly sides: Readonly<Record<string, SideResult>>;
  readonly verdicts: readonly Verdict[];
}

/** What a request costs with that many relayers, in milliseconds, by work and number of relayers. */
export type Costs = Readonly<Record<string, Readonly<Record<string, Figure>>>>;

export interface SectionResult {
  readonly works?: Readonly<Record<string, WorkResult>>;
  readonly costs?: Costs;
  /** Those that belong to no work. */
  readonly verdicts?: readonly Verdict[];
}

/** Where and when a section ran. */
export interface Circumstances {
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  /** What else is to be known, such as who else used the machine. */
  readonly note?: string;
}

export type Results = Readonly<Record<string, SectionResult & Circumstances>>;

export function circumstances(note?: string): Circumstances {
  const processors = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return {
    date: new Date().toISOString(),
    node: process.version,
    machine: `${type()}, ${String(processors.length)} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory}`,
    ...(note === undefined ? {} : { note }),
  };
}

/** In a line. */
export const wordsOf = ({ date, machine, node, note }: Circumstances): string =>
  [
    machine,
    `Node.js ${node}`,
    ...(note === undefined ? [] : [note]),
    `${date.slice(0, 16).replace('T', ' ')} UTC`,
  ].join('; ');

export function readResults(path: string): Results {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Results;
  } catch {
    return {};
  }
}

/** Replaces the sections that ran; the others stay, each with its own circumstances. */
export function writeResults(path: string, results: Results): void {
  const digits = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  writeFileSync(path, `${JSON.stringify({ ...readResults(path), ...results }, digits, 2)}\n`);
}
