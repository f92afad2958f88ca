import { Injectable } from '@nestjs/common';
import { AnsweredRequests } from '../../kernel/answered-requests';
import { locationOfAnswer } from './answered-request.row';
import { Database } from '../../persistence/database';
import { SecretBox } from '../../encryption/secret-box';

/** How many are forgotten at once. */
const LAST_OF_SOME = `SELECT MAX(answered_at) AS answered_at FROM (SELECT answered_at FROM answered_requests
  WHERE answered_at < ? ORDER BY answered_at LIMIT 500) AS oldest HAVING MAX(answered_at) IS NOT NULL`;

@Injectable()
export class TypeOrmAnsweredRequests extends AnsweredRequests {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  override async claim(scope: string, key: string, now: Date, since: Date): Promise<string | undefined> {
    await this.database.query('DELETE FROM answered_requests WHERE scope = ? AND request_key = ? AND answered_at < ?', [
      scope,
      key,
      since.toISOString(),
    ]);
    const claimed = await this.database.query(
      `INSERT INTO answered_requests (scope, request_key, answered_at, answer) VALUES (?, ?, ?, '')
        ON CONFLICT (scope, request_key) DO NOTHING RETURNING scope`,
      [scope, key, now.toISOString()],
    );
    if (claimed.length > 0) return undefined;
    const [row] = await this.database.query<{ answer: string }>(
      'SELECT answer FROM answered_requests WHERE scope = ? AND request_key = ?',
      [scope, key],
    );
    return row ? this.box.open(row.answer, locationOfAnswer(scope, key)) : this.claim(scope, key, now, since);
  }

  override async remember(scope: string, key: string, answer: string): Promise<void> {
    await this.database.query(
      'UPDATE answered_requests SET answer = ?, key_id = ? WHERE scope = ? AND request_key = ?',
      [this.box.seal(answer, locationOfAnswer(scope, key)), this.box.keyId, scope, key],
    );
  }

  override async forget(before: Date): Promise<boolean> {
    const old = [before.toISOString()];
    const [last] = await this.database.query<{ answered_at: string }>(LAST_OF_SOME, old);
    // Where there is nothing to do, nothing is committed.
    if (!last) return false;
    await this.database.run(() =>
      this.database.query('DELETE FROM answered_requests WHERE answered_at <= ?', [last.answered_at]),
    );
    return true;
  }
}
