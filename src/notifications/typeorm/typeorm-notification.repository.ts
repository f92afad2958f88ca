import { Injectable } from '@nestjs/common';
import { openable } from '../../encryption/openable';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import type { Statement } from '../../persistence/statement';
import type { DeliveryState, Notification, NotificationDocument } from '../domain/notification';
import { type Deliverable, NotificationRepository } from '../domain/notification.repository';
import type { SigningKey } from '../domain/signing-key';
import { NotificationMapper, revisionOf } from './notification.mapper';
import { NotificationRow } from './notification.row';
import { RetiredKeys } from './retired-keys';

@Injectable()
export class TypeOrmNotificationRepository extends NotificationRepository {
  private readonly table: RecordTable<NotificationRow>;
  override readonly many: ManyOf<Notification>;
  private readonly mapper: NotificationMapper;
  private readonly noting: Statement<never>;
  private readonly retired: RetiredKeys;

  constructor(
    private readonly database: Database,
    box: SecretBox,
  ) {
    super();
    const state = { version: 'row.version', delivery_state: 'row.delivery_state' };
    this.table = new RecordTable(database, NotificationRow, { state, revisionOf });
    this.mapper = new NotificationMapper(box);
    this.many = new ManyRecords(database, NotificationRow, {
      stored: (row) => this.mapper.locked(row),
      row: (notification, version) => this.mapper.row(notification, version),
    });
    this.noting = database.compile(
      database.dataSource
        .createQueryBuilder()
        .update(NotificationRow)
        .set({ delivery_state: () => ':state' })
        .where('seq = :seq'),
    );
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
    const row = await this.table.add(this.mapper.row(notification, 1));
    return { ...revisionOf(row), entity: notification.document };
  }

  override async replace(
    { position, version }: Locked<Notification>,
    notification: Notification,
  ): Promise<Stored<NotificationDocument>> {
    const row = { ...this.mapper.row(notification, version + 1), seq: position };
    await this.table.replace(row);
    return { ...revisionOf(row), entity: notification.document };
  }

  override async noteDeliveryState(
    { position }: Locked<Notification>,
    state: DeliveryState | undefined,
  ): Promise<void> {
    await this.noting.run({ seq: position, state: state ?? null });
  }

  override async remove({ position }: Locked<Notification>): Promise<void> {
    await this.table.remove(position);
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
