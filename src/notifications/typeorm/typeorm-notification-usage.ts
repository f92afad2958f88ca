import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { NotificationUsage } from '../domain/notification-usage';

@Injectable()
export class TypeOrmNotificationUsage extends NotificationUsage {
  constructor(private readonly database: Database) {
    super();
  }

  override async relayersUsing(notificationId: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT id FROM relayers WHERE notification_id = ? ORDER BY seq LIMIT 20',
      [notificationId],
    );
    return rows.map(({ id }) => id);
  }
}
