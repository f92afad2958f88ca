export type Parameter = string | number | boolean | null;

/** What runs statements. */
export interface StatementRunner {
  query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;

  /** How SQL names a parameter by its position, which counts from 1. */
  placeholder(position: number): string;
}

/** A `:name`, which a cast such as `::text` is not. */
const NAMED = /(?<!:):(\w+)/g;

/** A statement that is run with other values each time. */
export class Statement<Row> {
  private readonly sql: string;
  private readonly names: readonly string[];

  /** @param sql with `:name` for parameters */
  constructor(
    private readonly database: StatementRunner,
    sql: string,
  ) {
    this.names = Array.from(sql.matchAll(NAMED), ([, name]) => name ?? '');
    let position = 0;
    this.sql = sql.replace(NAMED, () => database.placeholder(++position));
  }

  run(values: Readonly<Record<string, Parameter>>): Promise<Row[]> {
    return this.database.query<Row>(
      this.sql,
      this.names.map((name) => values[name] ?? null),
    );
  }
}
