import { Global, Module } from '@nestjs/common';
import { Outbox } from '../events/domain/outbox';
import { NotificationsModule } from '../notifications/notifications.module';
import { NotificationsService } from '../notifications/notifications.service';
import { adapted } from '../persistence/adapted-port';
import { DeliveriesService } from './deliveries.service';
import { DeliveryDesk } from './delivery-desk';
import { DeliveryWorker } from './delivery-worker';
import { Bell } from './domain/bell';
import { DeliveryQueue } from './domain/delivery-queue';
import { DeliveryRepository } from './domain/delivery.repository';
import { DeliveryStanding } from './domain/delivery-standing';
import { DeliveriesController } from './http/deliveries.controller';
import { SenderModule } from './sender.module';
import { TypeOrmDeliveryQueue } from './typeorm/typeorm-delivery-queue';
import { TypeOrmDeliveryRepository } from './typeorm/typeorm-delivery.repository';
import { TypeOrmOutbox } from './typeorm/typeorm-outbox';

/** Global, as every use case that webhooks hear of announces it. */
@Global()
@Module({
  imports: [NotificationsModule, SenderModule],
  controllers: [DeliveriesController],
  providers: [
    Bell,
    DeliveriesService,
    DeliveryDesk,
    DeliveryWorker,
    { provide: DeliveryStanding, useExisting: NotificationsService },
    { provide: Outbox, useClass: TypeOrmOutbox },
    ...adapted(DeliveryQueue, TypeOrmDeliveryQueue),
    ...adapted(DeliveryRepository, TypeOrmDeliveryRepository),
  ],
  exports: [DeliveriesService, DeliveryDesk, DeliveryQueue, DeliveryWorker, Outbox],
})
export class DeliveriesModule {}
