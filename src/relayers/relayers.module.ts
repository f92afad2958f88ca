import { RelayerModels } from './http/relayer.schemas';
import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { adapted } from '../persistence/adapted-port';
import { SignersModule } from '../signers/signers.module';
import { Settings } from '../settings/settings';
import { AnyNetwork, KnownNetworks } from './domain/known-networks';
import { NetworkTypes } from './domain/policies';
import { RelayerCounter } from './domain/relayer-counter';
import { RelayerRepository } from './domain/relayer.repository';
import { RelayerProcessController } from './http/relayer-process.controller';
import { RelayersController } from './http/relayers.controller';
import { RelayersService } from './relayers.service';
import { TypeOrmKnownNetworks } from './typeorm/typeorm-known-networks';
import { TypeOrmRelayerCounter } from './typeorm/typeorm-relayer-counter';
import { TypeOrmRelayerRepository } from './typeorm/typeorm-relayer.repository';

@Module({
  imports: [SignersModule, NotificationsModule],
  controllers: [RelayersController, RelayerProcessController],
  providers: [
    RelayerModels,
    RelayersService,
    NetworkTypes,
    TypeOrmKnownNetworks,
    {
      provide: KnownNetworks,
      useFactory: ({ checkNetworks }: Settings, stored: KnownNetworks) => (checkNetworks ? stored : new AnyNetwork()),
      inject: [Settings, TypeOrmKnownNetworks],
    },
    ...adapted(RelayerRepository, TypeOrmRelayerRepository),
    ...adapted(RelayerCounter, TypeOrmRelayerCounter),
  ],
  exports: [RelayersService, RelayerRepository, RelayerCounter, KnownNetworks, NetworkTypes, TypeOrmRelayerRepository],
})
export class RelayersModule {}
