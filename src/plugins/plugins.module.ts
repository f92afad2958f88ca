import { Module } from '@nestjs/common';
import { adapted } from '../persistence/adapted-port';
import { PluginRepository } from './domain/plugin.repository';
import { PluginModels } from './http/plugin.schemas';
import { PluginCallsController } from './http/plugin-calls.controller';
import { PluginsController } from './http/plugins.controller';
import { PluginsService } from './plugins.service';
import { TypeOrmPluginRepository } from './typeorm/typeorm-plugin.repository';

@Module({
  controllers: [PluginsController, PluginCallsController],
  providers: [PluginModels, PluginsService, ...adapted(PluginRepository, TypeOrmPluginRepository)],
  exports: [PluginsService, PluginRepository, TypeOrmPluginRepository],
})
export class PluginsModule {}
