import type { Page, PageRequest } from '../kernel/page';
import type { Parameter, RowSource } from './database';

/** A condition of a list, in SQL with `?` for its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/**
 * A page of the rows of a table for which all conditions hold, in the order of their places (`seq`), and how many there are.
 * @param selection what comes before the WHERE
 */
export async function filteredPage<Row>(
  from: RowSource,
  table: string,
  selection: string,
  { page, perPage, after }: PageRequest,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
  const parameters = conditions.flatMap((condition) => condition.parameters);
  const [counted] = await from.query<{ records: number }>(
    `SELECT CAST(COUNT(*) AS integer) AS records FROM ${table} WHERE ${where}`,
    parameters,
  );
  const total = counted?.records ?? 0;
  const offset = after === undefined ? (page - 1n) * BigInt(perPage) : 0n;
  if (perPage === 0 || offset >= BigInt(total)) return { items: [], total };
  const items = await from.query<Row>(`${selection} WHERE ${where} AND seq > ? ORDER BY seq LIMIT ? OFFSET ?`, [
    ...parameters,
    after ?? 0,
    perPage,
    Number(offset),
  ]);
  return { items, total };
}
