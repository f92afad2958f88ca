/** Seals or opens one value, which is bound to its location. */
export type Resealing = (sealed: string, location: string) => string;

/** A column that holds sealed values, in a table that names the key of each row in another column. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** `key_id` where nothing is said. */
  readonly keyColumn?: string;
  /** The columns that tell the rows apart, and make up the locations of their values. */
  readonly identity: readonly string[];
  /** The text of the column with each sealed value in it replaced. */
  replace(text: string, identity: readonly string[], change: Resealing): string;
}

/** A row of a sealed column, as a statement answers it. */
export type SealedRow = Readonly<Record<string, string>>;

/** Passes each sealed value of a row on, and returns the text with what came of them. */
export const replaceSealed = (column: SealedColumn, row: SealedRow, change: Resealing): string =>
  column.replace(row[column.column] ?? '', identityOf(column, row), change);

export const identityOf = ({ identity }: SealedColumn, row: SealedRow): readonly string[] =>
  identity.map((name) => row[name] ?? '');

/** Everything that is sealed, listed once. */
export class SealedColumns {
  constructor(
    /** These have to open as long as their record is there. */
    readonly permanent: readonly SealedColumn[],
    /** These are gone after a while by themselves. */
    readonly expiring: readonly SealedColumn[],
  ) {}

  get all(): readonly SealedColumn[] {
    return [...this.permanent, ...this.expiring];
  }
}
