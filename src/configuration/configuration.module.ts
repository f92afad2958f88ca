import { ConfigurationModels } from './http/configuration.schemas';
import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { adapted } from '../persistence/adapted-port';
import { RelayersModule } from '../relayers/relayers.module';
import { SignersModule } from '../signers/signers.module';
import { ConfigurationService } from './configuration.service';
import { UnsupportedSections } from './domain/unsupported-sections';
import { ExportService } from './export.service';
import { ConfigurationController } from './http/configuration.controller';
import { UnsupportedSectionsService } from './unsupported-sections.service';
import { Planner } from './planner';
import { Writer } from './writer';
import { TypeOrmUnsupportedSections } from './typeorm/typeorm-unsupported-sections';

@Module({
  imports: [SignersModule, NotificationsModule, NetworksModule, RelayersModule],
  controllers: [ConfigurationController],
  providers: [
    ConfigurationModels,
    ConfigurationService,
    ExportService,
    UnsupportedSectionsService,
    Planner,
    Writer,
    ...adapted(UnsupportedSections, TypeOrmUnsupportedSections),
  ],
  exports: [ConfigurationService, ExportService],
})
export class ConfigurationModule {}
