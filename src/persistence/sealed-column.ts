/** Seals or opens one value, which is bound to its place. */
export type Resealing = (sealed: string, place: string) => string;

/** A column that holds sealed values, in a table that names the key of each row in another column. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** `key_id` where nothing is said. */
  readonly keyColumn?: string;
  /** The columns that tell the rows apart, and make up the places of their values. */
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
