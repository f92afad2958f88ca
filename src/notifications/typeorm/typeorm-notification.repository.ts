import { Injectable } from '@nestjs/common';
import { openable } from '../../encryption/openable';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import type { Locked, RecordChange, Revision, Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import type { Notification, NotificationDocument } from '../domain/notification';
import { type Deliverable, NotificationRepository } from '../domain/notification.repository';
import type { SigningKey } from '../domain/signing-key';
import { NotificationMapper } from './notification.mapper';
import { NotificationRow } from './notification.row';
import { RetiredKeys } from './retired-keys';

@Injectable()
export class TypeOrmNotificationRepository extends NotificationRepository {
  private readonly table: RecordTable<NotificationRow>;
  private readonly many: ManyRecords<NotificationRow>;
  private readonly mapper: NotificationMapper;
  private readonly retired: RetiredKeys;

  constructor(
    private readonly database: Database,
    box: SecretBox,
  ) {
    super();
    this.table = new RecordTable(database, NotificationRow);
    this.many = new ManyRecords(database, NotificationRow);
    this.mapper = new NotificationMapper(box);
    this.retired = new RetiredKeys(database, box);
  }

  override async find(id: string): Promise<Stored<NotificationDocument> | undefined> {
    const row = await this.table.find(id);
    return row && this.mapper.stored(row);
  }

  override async page(request: PageRequest): Promise<Page<Stored<NotificationDocument>>> {
    return mapPage(await this.table.page(request), (row) => openable(() => this.mapper.stored(row)));
  }

  override async lock(id: string): Promise<Locked<Notification> | undefined> {
    const row = await this.table.lock(id);
    return row && this.mapper.locked(row);
  }

  override async add(notification: Notification): Promise<Stored<NotificationDocument>> {
    const { seq, version } = await this.table.add(this.mapper.row(notification, 1));
    return { entity: notification.document, position: seq, version };
  }

  override async replace(
    { position, version }: Locked<Notification>,
    notification: Notification,
  ): Promise<Stored<NotificationDocument>> {
    const row = { ...this.mapper.row(notification, version + 1), seq: position };
    await this.table.replace(row);
    return { entity: notification.document, position, version: row.version };
  }

  override async remove({ position }: Locked<Notification>): Promise<void> {
    await this.table.remove(position);
  }

  override async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<Notification>>> {
    const rows = await this.many.find(ids);
    return new Map(rows.map((row) => [row.id, this.mapper.locked(row)]));
  }

  override lockAll(ids: readonly string[]): Promise<ReadonlyMap<string, Revision>> {
    return this.many.lock(ids);
  }

  override idsAfter(id: string): Promise<readonly string[]> {
    return this.many.idsAfter(id);
  }

  override revisionsAfter(position: number): Promise<readonly (Revision & { readonly id: string })[]> {
    return this.many.revisionsAfter(position);
  }

  override writeAll(changes: readonly RecordChange<Notification>[]): Promise<void> {
    return this.many.write(changes, (notification, version) => this.mapper.row(notification, version));
  }

  override retireKey(id: string, key: SigningKey, until: Date): Promise<void> {
    return this.retired.add(id, key, until);
  }

  override forgetRetiredKeys(id: string, now?: Date): Promise<void> {
    return this.retired.forget(id, now);
  }

  override async deliverable(id: string, now: Date): Promise<Deliverable | undefined> {
    // In this order: a key that is replaced between the two is then one of them at least.
    const row = await this.table.find(id);
    if (!row) return undefined;
    const notification = this.mapper.entity(row);
    const retired = await this.retired.find(id, now);
    return { notification, retiredKeys: retired.filter((key) => !key.equals(notification.signingKey)) };
  }

  /** Few subscribe to anything: an index has only these. */
  override async subscribers(event: string): Promise<readonly string[]> {
    const rows = await this.database.find<{ id: string }>(
      this.database.manager
        .createQueryBuilder(NotificationRow, 'record')
        .select('record.id', 'id')
        .where('record.events IS NOT NULL')
        .andWhere(String.raw`record.events LIKE :pattern ESCAPE '\'`, {
          pattern: `%,${event.replace(/[\\%_]/g, String.raw`\$&`)},%`,
        })
        .orderBy('record.seq'),
    );
    return rows.map(({ id }) => id);
  }
}
