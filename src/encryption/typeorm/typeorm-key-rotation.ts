import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { KeyRotation, type Resealed, type Rotation, type Unopened } from '../domain/key-rotation';
import { identityOf, replaceSealed, type SealedColumn, SealedColumns, type SealedRow } from '../sealed-column';
import { SealError, SecretBox } from '../secret-box';
import { keysInUse } from './keys-in-use';

/** So few that nobody waits for them noticeably: they are locked from when they are read until they are written. */
const BATCH = 50;
/** In milliseconds, between two batches: on SQLite other processes get their turn meanwhile, and no two entries are the same. */
const PAUSE = 10;
const MAX_UNOPENED = 100;

type Recorder = (resealed: Resealed) => Promise<void>;

interface Batch {
  readonly resealed: number;
  readonly unopened: readonly Unopened[];
}

@Injectable()
export class TypeOrmKeyRotation extends KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly sealed: SealedColumns,
  ) {
    super();
  }

  override async run(record: Recorder, progress?: (done: number) => void, stop?: AbortSignal): Promise<Rotation> {
    const resealed: Record<string, number> = {};
    const unopened: Unopened[] = [];
    let done = 0;
    for (const column of this.sealed.all) {
      for await (const batch of this.batches(column, record, stop)) {
        unopened.push(...batch.unopened.slice(0, MAX_UNOPENED - unopened.length));
        resealed[column.table] = (resealed[column.table] ?? 0) + batch.resealed;
        done += batch.resealed;
        progress?.(done);
      }
    }
    return { key: this.box.keyId, resealed, unopened, remaining: await this.remaining() };
  }

  /** Each in a transaction of its own. */
  private async *batches(column: SealedColumn, record: Recorder, stop: AbortSignal | undefined): AsyncGenerator<Batch> {
    const ids = (await keysInUse(this.database, column)).filter((id) => id !== this.box.keyId);
    for (const id of ids) {
      for (let left = 0; !stop?.aborted;) {
        const batch = await this.database.run(async () => {
          const { resealed: rows, unopened } = await this.reseal(column, id, left);
          if (rows > 0) await record({ table: column.table, column: column.column, from: id, rows });
          return { resealed: rows, unopened };
        });
        yield batch;
        left += batch.unopened.length;
        if (batch.resealed + batch.unopened.length < BATCH) break;
        await wait(PAUSE);
      }
    }
  }

  /** @param left how many rows were left as they are; they still stand before all others */
  private async reseal(column: SealedColumn, keyId: string, left: number): Promise<Batch> {
    const { table, keyColumn = 'key_id', identity } = column;
    const rows = await this.database.query<SealedRow>(
      `SELECT ${[...identity, column.column].join(', ')} FROM ${table} WHERE ${keyColumn} = ?
      ORDER BY ${identity.join(', ')} LIMIT ? OFFSET ?${this.database.forUpdate}`,
      [keyId, BATCH, left],
    );
    const outcomes = rows.map((row) => this.resealed(column, row));
    const changes = outcomes.flatMap((outcome) => (outcome instanceof SealError ? [] : [outcome]));
    if (changes.length > 0) await this.write(column, changes);
    const failures = outcomes.filter((outcome) => outcome instanceof SealError);
    return {
      resealed: changes.length,
      unopened: failures.map(({ location, message }) => ({ place: location, reason: message })),
    };
  }

  /** In one statement, as the rows are locked for each turn that another one took. */
  private async write(sealed: SealedColumn, changes: readonly (readonly string[])[]): Promise<void> {
    const { table, identity, column, keyColumn = 'key_id' } = sealed;
    const values = changes.map((change) => `(${change.map(() => '?').join(', ')})`).join(', ');
    const where = identity.map((name, index) => `${table}.${name} = changed.column${String(index + 2)}`).join(' AND ');
    await this.database.query(
      `UPDATE ${table} SET ${column} = changed.column1, ${keyColumn} = ? FROM (VALUES ${values}) AS changed WHERE ${where}`,
      [this.box.keyId, ...changes.flat()],
    );
  }

  /** The new text and what identifies the row; the error where one of its values does not open. */
  private resealed(column: SealedColumn, row: SealedRow): readonly string[] | SealError {
    const reseal = (sealed: string, location: string): string =>
      this.box.seal(this.box.open(sealed, location), location);
    try {
      return [replaceSealed(column, row, reseal), ...identityOf(column, row)];
    } catch (error) {
      if (error instanceof SealError) return error;
      throw error;
    }
  }

  private async remaining(): Promise<number> {
    let remaining = 0;
    for (const { table, keyColumn = 'key_id' } of this.sealed.all) {
      const [row] = await this.database.query<{ rows: number }>(
        `SELECT CAST(COUNT(*) AS integer) AS rows FROM ${table} WHERE ${keyColumn} < ? OR ${keyColumn} > ?`,
        [this.box.keyId, this.box.keyId],
      );
      remaining += row?.rows ?? 0;
    }
    return remaining;
  }
}
