import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { DocumentTable, published } from '../../persistence/document-table';
import { SecretBox } from '../../persistence/secret-box';
import { Notification, type NotificationDocument } from '../domain/notification';
import { NotificationRepository } from '../domain/notification.repository';
import { SigningKey } from '../domain/signing-key';
import { NotificationRow, placeOfSigningKey } from './notification.row';

@Injectable()
export class TypeOrmNotificationRepository extends NotificationRepository {
  private readonly table: DocumentTable<NotificationRow>;

  constructor(
    database: Database,
    private readonly box: SecretBox,
  ) {
    super();
    this.table = new DocumentTable(database, NotificationRow, ['signing_key']);
  }

  override read(id: string): Promise<Published | undefined> {
    return this.table.read(id, published);
  }

  override page(request: PageRequest): Promise<Page<Published>> {
    return this.table.page(request, published);
  }

  override async lock(id: string): Promise<Kept<Notification> | undefined> {
    const row = await this.table.lock(id);
    if (!row) return undefined;
    const { type, url } = JSON.parse(row.document) as NotificationDocument;
    const key =
      row.signing_key === null ? undefined : new SigningKey(this.box.open(row.signing_key, placeOfSigningKey(id)));
    return { entity: new Notification(id, type, url, key), position: row.seq, version: row.version };
  }

  override async add(notification: Notification): Promise<Published> {
    const row = this.row(notification, 1);
    return published({ ...row, seq: await this.table.insert(row) });
  }

  override async replace({ entity, position, version }: Kept<Notification>): Promise<Published> {
    const row = { ...this.row(entity, version + 1), seq: position };
    await this.table.replace(row);
    return published(row);
  }

  override async remove({ position }: Kept<Notification>): Promise<void> {
    await this.table.remove(position);
  }

  private row(notification: Notification, version: number): Omit<NotificationRow, 'seq'> {
    const { id, document, signingKey } = notification;
    return {
      id,
      version,
      document: JSON.stringify(document),
      key_id: signingKey ? this.box.keyId : null,
      signing_key: signingKey ? this.box.seal(signingKey.reveal(), placeOfSigningKey(id)) : null,
    };
  }
}
