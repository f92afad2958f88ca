import { RelayerModels } from './http/relayer.schemas';
import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { adapted } from '../persistence/adapted-port';
import { SignersModule } from '../signers/signers.module';
import { NetworkTypes } from './domain/policies';
import { RelayerCounter } from './domain/relayer-counter';
import { RelayerRepository } from './domain/relayer.repository';
import { RelayerProcessController } from './http/relayer-process.controller';
import { RelayersController } from './http/relayers.controller';
import { RelayersService } from './relayers.service';
import { TypeOrmRelayerCounter } from './typeorm/typeorm-relayer-counter';
import { TypeOrmRelayerRepository } from './typeorm/typeorm-relayer.repository';

@Module({
  imports: [SignersModule, NotificationsModule],
  controllers: [RelayersController, RelayerProcessController],
  providers: [
    RelayerModels,
    RelayersService,
    NetworkTypes,
    ...adapted(RelayerRepository, TypeOrmRelayerRepository),
    ...adapted(RelayerCounter, TypeOrmRelayerCounter),
  ],
  exports: [RelayersService, RelayerRepository, RelayerCounter, NetworkTypes, TypeOrmRelayerRepository],
})
export class RelayersModule {}
