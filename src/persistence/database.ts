import type { DataSource } from 'typeorm';
import { Transactions } from '../kernel/transactions';

export type Parameter = string | number | boolean | null;

/** The connections to one database, and the transaction in which the caller runs. */
export abstract class Database extends Transactions {
  /** What TypeORM knows of it: entity metadata, migrations, query builders. */
  abstract readonly dataSource: DataSource;

  /** What a SELECT ends with so that the row stays as it is until the transaction ends. */
  abstract readonly forUpdate: '' | ' FOR UPDATE';

  /** Whether this process made the schema: the database was empty before. */
  abstract readonly isNew: boolean;

  /** For the start-up lines and logs: never a password. */
  abstract readonly description: string;

  /**
   * The rows of one statement with `?` for parameters, in the transaction of the caller if it runs in one; a statement
   * that changes something needs one.
   * @throws DomainError of kind `unavailable` where the database does not answer in time.
   */
  abstract query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;

  /**
   * Another number once anything in the database has changed, through whatever process; undefined where that cannot be
   * told at next to no cost.
   */
  abstract state(): number | undefined;

  /**
   * What `load` gives, remembered under `key` until anything in the database changes, through whatever process. A
   * database that cannot tell that at next to no cost loads each time.
   */
  abstract remembered<T>(key: string, load: () => Promise<T>): Promise<T>;

  /**
   * Hands `last` the items of the caller's transaction, all together, when nothing but the commit is left to do.
   * @param last one and the same function for all items that belong together
   * @throws Error outside a transaction
   */
  abstract beforeCommit<T>(item: T, last: (items: readonly T[]) => Promise<void>): void;

  abstract close(): Promise<void>;
}

/** For a change outside of a transaction, which is a mistake of the code: it would be kept whatever came after it. */
export const needsTransaction = (sql: string): Error => new Error(`This needs a transaction: ${sql}`);
