import { Module } from '@nestjs/common';
import { adapted } from '../persistence/adapted-port';
import { RelayersModule } from '../relayers/relayers.module';
import { NetworkKinds } from './domain/kinds';
import { NetworkRepository } from './domain/network.repository';
import { NetworkUsage } from './domain/network-usage';
import { NetworkModels } from './http/network.schemas';
import { NetworksController } from './http/networks.controller';
import { NetworksService } from './networks.service';
import { TypeOrmNetworkRepository } from './typeorm/typeorm-network.repository';
import { TypeOrmNetworkUsage } from './typeorm/typeorm-network-usage';

@Module({
  imports: [RelayersModule],
  controllers: [NetworksController],
  providers: [
    NetworkModels,
    NetworksService,
    NetworkKinds,
    ...adapted(NetworkRepository, TypeOrmNetworkRepository),
    ...adapted(NetworkUsage, TypeOrmNetworkUsage),
  ],
  exports: [NetworksService, NetworkRepository, NetworkKinds, TypeOrmNetworkRepository],
})
export class NetworksModule {}
