import type { TableColumnOptions as Column } from 'typeorm';

export const varchar = (name: string, length: number): Column => ({ name, type: 'varchar', length: String(length) });
export const text = (name: string): Column => ({ name, type: 'text' });
export const integer = (name: string): Column => ({ name, type: 'integer' });
export const boolean = (name: string): Column => ({ name, type: 'boolean' });
export const optional = (column: Column): Column => ({ ...column, isNullable: true });
export const key = (column: Column): Column => ({ ...column, isPrimary: true });
const counted = { isGenerated: true, generationStrategy: 'increment' } as const;
export const generated = (column: Column): Column => ({ ...key(column), ...counted });

/** What every record has: its place in the order of creation, its id, and how often it was changed. */
export const record = (): Column[] => [generated(integer('seq')), varchar('id', 36), integer('version')];

export const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });
export const unique = index;
export const reference = (name: string, column: string, table: string, onDelete = 'NO ACTION') => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
});
/** Finds what a key sealed, without those that have nothing sealed. */
export const sealedBy = (name: string, column: string, ...identity: string[]) => ({
  ...index(name, column, ...identity),
  where: `${column} IS NOT NULL`,
});

/** A sealed text, and the id of the key that sealed it. */
export const sealed = (name: string, keyName: string): Column[] => [text(name), varchar(keyName, 32)];
