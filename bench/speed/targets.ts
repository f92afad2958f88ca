import type { Figure } from './statistics';

/** What the service is measured beside. */
export const SIDES = {
  service: 'this service',
  'bare-node': 'bare node:http, from memory',
  'bare-express': 'bare Express 5, from memory',
  'bare-express-lean': 'the same, prototypes set at birth',
  'express-sqlite': 'Express 5 + better-sqlite3 by hand',
  nest: 'textbook Nest + TypeORM',
  'express-pg': 'Express 5 + pg by hand',
} as const;

export type SideName = keyof typeof SIDES;

/** How many times the requests per second of a side this service has to serve at least. */
export const LEAST_RATIOS: Readonly<Record<string, Partial<Record<SideName, number>>>> = {
  list: { 'bare-node': 0.75, 'express-sqlite': 4, nest: 10 },
  'list-with-changes': { 'express-sqlite': 2.5 },
  'get-relayer': { 'express-sqlite': 2.8 },
  patch: { 'express-sqlite': 0.8, nest: 2.5 },
  'postgres-list': { 'express-pg': 6 },
  'postgres-list-with-changes': { 'express-pg': 2.5 },
  'postgres-get': { 'express-pg': 5 },
  'postgres-patch': { 'express-pg': 0.6 },
  'postgres-slow-patch': { 'express-pg': 0.6 },
};

/** How many times what it costs with the fewest relayers a request may cost with the most. */
export const MAX_COSTS: Readonly<Record<string, number>> = {
  'first page': 1.3,
  'first page, after a change': 1.3,
  'last page': 3,
  'last page, after a change': 3,
  get: 1.5,
  create: 1.5,
  patch: 1.5,
};

export const MAX_RESIDENT_MIB = 256;
/** Of an import of 100,000 relayers, at its highest. */
export const MAX_IMPORT_MIB = 384;
export const MAX_START_SECONDS = 1.5;

/** A figure that was measured, and what it should be. */
export interface Verdict {
  readonly what: string;
  readonly figure: Figure;
  readonly unit: string;
  /** The same by processor time for a request instead of requests a second. */
  readonly byCpu?: Figure;
  readonly target?: { readonly bound: 'at least' | 'at most'; readonly limit: number };
}

/** Undefined where there is no target. */
export function isMet({ figure, target }: Verdict): boolean | undefined {
  if (!target) return undefined;
  return target.bound === 'at least' ? figure.median >= target.limit : figure.median <= target.limit;
}
