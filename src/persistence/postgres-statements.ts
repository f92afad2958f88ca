import type { QueryConfig } from 'pg';
import type { Parameter } from './database';

/** How many statements have a name. Each connection keeps those it was given, and filters make ever new ones. */
const MOST_NAMED = 200;

/** Statements with `?` for parameters as PostgreSQL takes them. A named one is read and planned once by each connection. */
export class PostgresStatements {
  private readonly known = new Map<string, { readonly text: string; readonly name: string }>();

  of(sql: string, parameters: readonly Parameter[]): QueryConfig {
    const values = [...parameters];
    const known = this.known.get(sql);
    if (known) return { values, ...known };
    let position = 0;
    const text = sql.replace(/\?/g, () => `$${String(++position)}`);
    if (this.known.size === MOST_NAMED) return { text, values };
    const named = { text, name: `s${String(this.known.size)}` };
    this.known.set(sql, named);
    return { values, ...named };
  }
}
