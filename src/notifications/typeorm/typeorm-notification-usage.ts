import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { NotificationUsage } from '../domain/notification-usage';

@Injectable()
export class TypeOrmNotificationUsage extends NotificationUsage {
  constructor(private readonly database: Database) {
    super();
  }

  override async relayersUsing(notificationId: string, among?: ReadonlySet<string>): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM relayers WHERE notification_id = ?${among ? ` AND id IN (${placesOf(among)})` : ''} ORDER BY seq LIMIT 20`,
      [notificationId, ...(among ?? [])],
    );
    return rows.map(({ id }) => id);
  }

  override async isUsedBeyond(notificationId: string, relayers: ReadonlySet<string>): Promise<boolean> {
    const others = await this.database.query(
      `SELECT 1 FROM relayers WHERE notification_id = ? AND id NOT IN (${placesOf(relayers)}) LIMIT 1`,
      [notificationId, ...relayers],
    );
    return others.length > 0;
  }
}

const placesOf = (ids: ReadonlySet<string>): string => [...ids].map(() => '?').join(', ');
