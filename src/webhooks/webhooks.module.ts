import { Global, Module } from '@nestjs/common';
import { ChangeLog } from '../kernel/change-log';
import { NotificationsModule } from '../notifications/notifications.module';
import { adapted } from '../persistence/adapted-port';
import { Settings } from '../settings/settings';
import { DeliveriesService } from './deliveries.service';
import { Deliverer } from './deliverer';
import { DeliveryWorker } from './delivery-worker';
import { DeliveryQueue } from './domain/delivery-queue';
import { DeliveryRepository } from './domain/delivery.repository';
import { DeliverySignal } from './domain/delivery-signal';
import { DeliveriesController } from './http/deliveries.controller';
import { DeliveryModels } from './http/delivery.schemas';
import { SenderModule } from './sender.module';
import { Slots } from './slots';
import { TransactionalChangeLog } from './transactional-change-log';
import { TypeOrmDeliveryQueue } from './typeorm/typeorm-delivery-queue';
import { TypeOrmDeliveryRepository } from './typeorm/typeorm-delivery.repository';

/** Global, as every use case leaves its changes there. */
@Global()
@Module({
  imports: [NotificationsModule, SenderModule],
  controllers: [DeliveriesController],
  providers: [
    DeliveriesService,
    Deliverer,
    DeliveryModels,
    DeliverySignal,
    DeliveryWorker,
    {
      provide: Slots,
      useFactory: ({ webhooks }: Settings) => new Slots(webhooks.concurrency),
      inject: [Settings],
    },
    { provide: ChangeLog, useClass: TransactionalChangeLog },
    ...adapted(DeliveryQueue, TypeOrmDeliveryQueue),
    ...adapted(DeliveryRepository, TypeOrmDeliveryRepository),
  ],
  exports: [ChangeLog, DeliveriesService, Deliverer, DeliveryQueue, DeliveryWorker],
})
export class WebhooksModule {}
