import { Injectable } from '@nestjs/common';
import { AnsweredRequests } from '../kernel/answered-requests';
import { placeOfAnswer } from './answered-request.row';
import { Database } from './database';
import { SecretBox } from './secret-box';

@Injectable()
export class TypeOrmAnsweredRequests extends AnsweredRequests {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  override async find(scope: string, key: string, since: Date): Promise<string | undefined> {
    const [row] = await this.database.query<{ answer: string }>(
      'SELECT answer FROM answered_requests WHERE scope = ? AND request_key = ? AND answered_at >= ?',
      [scope, key, since.toISOString()],
    );
    return row && this.box.open(row.answer, placeOfAnswer(scope, key));
  }

  override async remember(scope: string, key: string, answer: string, now: Date, since: Date): Promise<void> {
    await this.database.query('DELETE FROM answered_requests WHERE answered_at < ?', [since.toISOString()]);
    await this.database.query(
      'INSERT INTO answered_requests (scope, request_key, answered_at, answer, key_id) VALUES (?, ?, ?, ?, ?)',
      [scope, key, now.toISOString(), this.box.seal(answer, placeOfAnswer(scope, key)), this.box.keyId],
    );
  }
}
