import { newEntityId } from '../../kernel/entity-id';
import type { Database } from '../../persistence/database';
import type { SecretBox } from '../../persistence/secret-box';
import { SigningKey } from '../domain/signing-key';
import { placeOfRetiredKey, type RetiredSigningKeyRow } from './retired-signing-key.row';

/** Each of them signs every delivery, in a header that receivers have to take. */
const MOST_KEYS = 8;

const INSERT = `INSERT INTO retired_signing_keys (id, notification_id, signing_key, key_id, expires_at)
  VALUES (?, ?, ?, ?, ?)`;
const READ = `SELECT id, signing_key FROM retired_signing_keys WHERE notification_id = ? AND expires_at > ?
  ORDER BY expires_at DESC, id`;
const FORGET_EXPIRED = 'DELETE FROM retired_signing_keys WHERE notification_id = ? AND expires_at <= ?';
const FORGET_OLDEST = `DELETE FROM retired_signing_keys WHERE notification_id = ? AND id NOT IN (
  SELECT id FROM retired_signing_keys WHERE notification_id = ? ORDER BY expires_at DESC, id LIMIT ?)`;

/** The keys that notifications had; the database removes those of a notification with it. */
export class RetiredKeys {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Those that still co-sign, each once, the youngest first. */
  async read(notificationId: string, now: Date): Promise<SigningKey[]> {
    const rows = await this.database.query<RetiredSigningKeyRow>(READ, [notificationId, now.getTime()]);
    const texts = rows.map(({ id, signing_key }) => this.box.open(signing_key, placeOfRetiredKey(notificationId, id)));
    return [...new Set(texts)].map((text) => new SigningKey(text));
  }

  async add(notificationId: string, key: SigningKey, until: Date): Promise<void> {
    const id = newEntityId();
    const sealed = this.box.seal(key.reveal(), placeOfRetiredKey(notificationId, id));
    await this.database.query(INSERT, [id, notificationId, sealed, this.box.keyId, until.getTime()]);
    await this.database.query(FORGET_OLDEST, [notificationId, notificationId, MOST_KEYS]);
  }

  async forgetExpired(notificationId: string, now: Date): Promise<void> {
    await this.database.query(FORGET_EXPIRED, [notificationId, now.getTime()]);
  }

  async forgetAll(notificationId: string): Promise<void> {
    await this.database.query('DELETE FROM retired_signing_keys WHERE notification_id = ?', [notificationId]);
  }
}
