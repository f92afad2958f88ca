import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { DocumentTable, published } from '../../persistence/document-table';
import { SecretBox } from '../../persistence/secret-box';
import { Notification, type NotificationDocument } from '../domain/notification';
import { type Deliverable, NotificationRepository } from '../domain/notification.repository';
import { SigningKey } from '../domain/signing-key';
import { NotificationRow, placeOfSigningKey, readEvents, writeEvents } from './notification.row';
import { RetiredKeys } from './retired-keys';

/** Few subscribe to anything: an index has only these. */
const SUBSCRIBERS = String.raw`SELECT id FROM notifications
  WHERE events IS NOT NULL AND events LIKE ? ESCAPE '\' ORDER BY seq`;

@Injectable()
export class TypeOrmNotificationRepository extends NotificationRepository {
  private readonly table: DocumentTable<NotificationRow>;
  private readonly retired: RetiredKeys;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
    this.retired = new RetiredKeys(database, box);
    this.table = new DocumentTable(database, NotificationRow, ['signing_key', 'events']);
  }

  override read(id: string): Promise<Published | undefined> {
    return this.table.read(id, published);
  }

  override page(request: PageRequest): Promise<Page<Published>> {
    return this.table.page(request, published);
  }

  override async lock(id: string): Promise<Kept<Notification> | undefined> {
    const row = await this.table.lock(id);
    return row && { entity: this.entity(row), position: row.seq, version: row.version };
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

  override async retireKey(id: string, key: SigningKey, until: Date): Promise<void> {
    await this.retired.add(id, key, until);
  }

  override async forgetRetiredKeys(id: string, now?: Date): Promise<void> {
    await (now ? this.retired.forgetExpired(id, now) : this.retired.forgetAll(id));
  }

  override async deliverable(id: string, now: Date): Promise<Deliverable | undefined> {
    // In this order: a key that is replaced between the two is then one of them at least.
    const row = await this.table.find(id);
    if (!row) return undefined;
    const notification = this.entity(row);
    const retired = await this.retired.read(id, now);
    return { notification, retiredKeys: retired.filter((key) => !key.equals(notification.signingKey)) };
  }

  override async subscribers(event: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(SUBSCRIBERS, [`%,${event.replace(/[\\%_]/g, '\\$&')},%`]);
    return rows.map(({ id }) => id);
  }

  private entity({ id, document, signing_key, events }: NotificationRow): Notification {
    const key = signing_key === null ? undefined : new SigningKey(this.box.open(signing_key, placeOfSigningKey(id)));
    const kept = JSON.parse(document) as NotificationDocument;
    // The release before writes documents without them, and leaves their column alone.
    return Notification.restore(events === null ? kept : { ...kept, events: readEvents(events) }, key);
  }

  private row(notification: Notification, version: number): Omit<NotificationRow, 'seq'> {
    const { id, document, signingKey, events } = notification;
    return {
      id,
      version,
      document: JSON.stringify(document),
      events: writeEvents(events),
      key_id: signingKey ? this.box.keyId : null,
      signing_key: signingKey ? this.box.seal(signingKey.reveal(), placeOfSigningKey(id)) : null,
    };
  }
}
