import { NotificationModels } from './http/notification.schemas';
import { Module } from '@nestjs/common';
import { adapted } from '../persistence/adapted-port';
import { Settings } from '../settings/settings';
import { KeyOverlap } from './domain/key-overlap';
import { NotificationRepository } from './domain/notification.repository';
import { NotificationUsage } from './domain/notification-usage';
import { NotificationsController } from './http/notifications.controller';
import { NotificationsService } from './notifications.service';
import { TypeOrmNotificationRepository } from './typeorm/typeorm-notification.repository';
import { TypeOrmNotificationUsage } from './typeorm/typeorm-notification-usage';

@Module({
  controllers: [NotificationsController],
  providers: [
    NotificationModels,
    NotificationsService,
    {
      provide: KeyOverlap,
      useFactory: ({ webhooks }: Settings) => new KeyOverlap(webhooks.keyOverlapMs),
      inject: [Settings],
    },
    ...adapted(NotificationRepository, TypeOrmNotificationRepository),
    ...adapted(NotificationUsage, TypeOrmNotificationUsage),
  ],
  exports: [NotificationsService, NotificationRepository, TypeOrmNotificationRepository],
})
export class NotificationsModule {}
