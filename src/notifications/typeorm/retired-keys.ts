import { LessThanOrEqual } from 'typeorm';
import type { SecretBox } from '../../encryption/secret-box';
import { newEntityId } from '../../kernel/entity-id';
import type { Database } from '../../persistence/database';
import { SigningKey } from '../domain/signing-key';
import { locationOfRetiredKey, RetiredSigningKeyRow } from './retired-signing-key.row';

/** Each of them signs every delivery, in a header that receivers have to take. */
const MAX_KEYS = 8;

/** The keys that notifications had; the database removes those of a notification with it. */
export class RetiredKeys {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Those that still co-sign, each once, the youngest first. */
  async find(notificationId: string, now: Date): Promise<readonly SigningKey[]> {
    const rows = await this.database.find<Pick<RetiredSigningKeyRow, 'id' | 'signing_key'>>(
      this.youngestFirst(notificationId)
        .addSelect('retired.signing_key', 'signing_key')
        .andWhere('retired.expires_at > :now', { now: now.getTime() }),
    );
    const texts = rows.map(({ id, signing_key }) =>
      this.box.open(signing_key, locationOfRetiredKey(notificationId, id)),
    );
    return [...new Set(texts)].map((text) => new SigningKey(text));
  }

  async add(notificationId: string, key: SigningKey, until: Date): Promise<void> {
    const id = newEntityId();
    await this.database.manager.insert(RetiredSigningKeyRow, {
      id,
      notification_id: notificationId,
      signing_key: this.box.seal(key.reveal(), locationOfRetiredKey(notificationId, id)),
      key_id: this.box.keyId,
      expires_at: until.getTime(),
    });
    const oldest = await this.database.find<{ id: string }>(
      this.youngestFirst(notificationId).offset(MAX_KEYS).limit(MAX_KEYS),
    );
    if (oldest.length > 0)
      await this.database.manager.delete(
        RetiredSigningKeyRow,
        oldest.map((row) => row.id),
      );
  }

  /** Removes those that do not co-sign any more; all of them where no instant is given. */
  async forget(notificationId: string, now?: Date): Promise<void> {
    await this.database.manager.delete(RetiredSigningKeyRow, {
      notification_id: notificationId,
      ...(now && { expires_at: LessThanOrEqual(now.getTime()) }),
    });
  }

  private youngestFirst(notificationId: string) {
    return this.database.manager
      .createQueryBuilder(RetiredSigningKeyRow, 'retired')
      .select('retired.id', 'id')
      .where('retired.notification_id = :notificationId', { notificationId })
      .orderBy('retired.expires_at', 'DESC')
      .addOrderBy('retired.id');
  }
}
