import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { adapted } from '../persistence/adapted-port';
import { RelayersModule } from '../relayers/relayers.module';
import { SignersModule } from '../signers/signers.module';
import { ConfigurationService } from './configuration.service';
import { KeptSections } from './domain/kept-sections';
import { ExportService } from './export.service';
import { ConfigurationController } from './http/configuration.controller';
import { KeptSectionsService } from './kept-sections.service';
import { Reconciler } from './reconciler';
import { TypeOrmKeptSections } from './typeorm/typeorm-kept-sections';

@Module({
  imports: [SignersModule, NotificationsModule, RelayersModule],
  controllers: [ConfigurationController],
  providers: [
    ConfigurationService,
    ExportService,
    KeptSectionsService,
    Reconciler,
    ...adapted(KeptSections, TypeOrmKeptSections),
  ],
  exports: [ConfigurationService, ExportService],
})
export class BundleModule {}
