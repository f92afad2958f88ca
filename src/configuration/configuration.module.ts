import { ConfigurationModels } from './http/configuration.schemas';
import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { PluginsModule } from '../plugins/plugins.module';
import { RelayersModule } from '../relayers/relayers.module';
import { SignersModule } from '../signers/signers.module';
import { ConfigurationService } from './configuration.service';
import { ExportService } from './export.service';
import { ConfigurationController } from './http/configuration.controller';
import { Planner } from './planner';
import { RecordStores } from './record-stores';
import { Writer } from './writer';

@Module({
  imports: [SignersModule, NotificationsModule, NetworksModule, RelayersModule, PluginsModule],
  controllers: [ConfigurationController],
  providers: [ConfigurationModels, ConfigurationService, ExportService, Planner, RecordStores, Writer],
  exports: [ConfigurationService, ExportService],
})
export class ConfigurationModule {}
