import { readFileSync } from 'node:fs';
import type { ShownNotification, ShownRelayer } from '../speed/records';

/** What a baseline is started with. */
export const port = Number(process.env.PORT);
export const token = process.env.TOKEN ?? '';
/** A path or a URL. */
export const database = process.env.DATABASE ?? '';

export interface Records {
  readonly relayers: readonly ShownRelayer[];
  readonly notifications: readonly ShownNotification[];
}

/** The records, as the service shows them. */
export const readRecords = (): Records => JSON.parse(readFileSync(process.env.RECORDS ?? '', 'utf8')) as Records;

export const PER_PAGE = 10;

/** What every baseline answers a list with. */
export const pageOf = (relayers: readonly ShownRelayer[], total: number, page = 1, perPage = PER_PAGE) => ({
  success: true,
  data: relayers,
  error: '',
  pagination: { current_page: page, per_page: perPage, total_items: total },
});

/** The first page, from memory. */
export function firstPage() {
  const { relayers } = readRecords();
  return pageOf(relayers.slice(0, PER_PAGE), relayers.length);
}
