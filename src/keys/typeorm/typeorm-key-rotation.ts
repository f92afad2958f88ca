import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { keysInUse } from '../../persistence/keys-in-use';
import { sealedColumns } from '../../persistence/rows';
import { identityOf, replaceSealed, type SealedColumn, type SealedRow } from '../../persistence/sealed-column';
import { SealError, SecretBox } from '../../persistence/secret-box';
import { KeyRotation, type Rotation, type Unopened } from '../domain/key-rotation';

/** So few that nobody waits for them noticeably: they are locked from when they are read until they are written. */
const BATCH = 50;
/** In milliseconds, between two batches: on SQLite other processes get their turn meanwhile. */
const PAUSE = 10;
const MOST_UNOPENED = 100;

@Injectable()
export class TypeOrmKeyRotation extends KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  override async run(progress: (done: number) => void, stop: AbortSignal): Promise<Rotation> {
    const resealed: Record<string, number> = {};
    const unopened: Unopened[] = [];
    let done = 0;
    for (const column of sealedColumns) {
      const ids = (await keysInUse(this.database, column)).filter((id) => id !== this.box.keyId);
      for (const id of ids) {
        for (let left = 0; !stop.aborted;) {
          const batch = await this.database.run(() => this.reseal(column, id, left));
          left += batch.unopened.length;
          unopened.push(...batch.unopened.slice(0, MOST_UNOPENED - unopened.length));
          resealed[column.table] = (resealed[column.table] ?? 0) + batch.resealed;
          done += batch.resealed;
          progress(done);
          if (batch.resealed + batch.unopened.length < BATCH) break;
          await wait(PAUSE);
        }
      }
    }
    return { key: this.box.keyId, resealed, unopened, remaining: await this.remaining() };
  }

  /** @param left how many rows were left as they are; they still stand before all others */
  private async reseal(column: SealedColumn, keyId: string, left: number) {
    const { table, keyColumn = 'key_id', identity } = column;
    const rows = await this.database.query<SealedRow>(
      `SELECT ${[...identity, column.column].join(', ')} FROM ${table} WHERE ${keyColumn} = ?
      ORDER BY ${identity.join(', ')} LIMIT ? OFFSET ?${this.database.forUpdate}`,
      [keyId, BATCH, left],
    );
    const unopened: Unopened[] = [];
    const changes = rows.flatMap((row) => {
      const text = this.resealed(column, row, unopened);
      return text === undefined ? [] : [[text, ...identityOf(column, row)]];
    });
    if (changes.length > 0) await this.write(column, changes);
    return { resealed: changes.length, unopened };
  }

  /** In one statement, as the rows are locked for each turn that another one took. */
  private async write(sealed: SealedColumn, changes: readonly (readonly string[])[]) {
    const { table, identity, column, keyColumn = 'key_id' } = sealed;
    const values = changes.map((change) => `(${change.map(() => '?').join(', ')})`).join(', ');
    const where = identity.map((name, index) => `${table}.${name} = changed.column${String(index + 2)}`).join(' AND ');
    await this.database.query(
      `UPDATE ${table} SET ${column} = changed.column1, ${keyColumn} = ? FROM (VALUES ${values}) AS changed WHERE ${where}`,
      [this.box.keyId, ...changes.flat()],
    );
  }

  private resealed(column: SealedColumn, row: SealedRow, unopened: Unopened[]): string | undefined {
    try {
      return replaceSealed(column, row, (sealed, place) => this.box.seal(this.box.open(sealed, place), place));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      unopened.push({ place: error.place, reason: error.message });
      return undefined;
    }
  }

  private async remaining(): Promise<number> {
    let remaining = 0;
    for (const { table, keyColumn = 'key_id' } of sealedColumns) {
      const [row] = await this.database.query<{ rows: number }>(
        `SELECT CAST(COUNT(*) AS integer) AS rows FROM ${table} WHERE ${keyColumn} < ? OR ${keyColumn} > ?`,
        [this.box.keyId, this.box.keyId],
      );
      remaining += row?.rows ?? 0;
    }
    return remaining;
  }
}
