import { type DynamicModule, Global, Module, type ModuleMetadata } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { ConfigurationModule } from './configuration/configuration.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { AuditModule } from './audit/audit.module';
import { CleanUpModule } from './clean-up/clean-up.module';
import { HealthModule } from './health/health.module';
import { OpenApiModule } from './http/openapi/openapi.module';
import { UnknownRoutesModule } from './http/unknown-routes.controller';
import { CallContext } from './kernel/call-context';
import { EncryptionModule } from './encryption/encryption.module';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { NetworksModule } from './networks/networks.module';
import { NotificationsModule } from './notifications/notifications.module';
import { MetricsModule } from './metrics/metrics.module';
import { PersistenceModule } from './persistence/persistence.module';
import { PluginsModule } from './plugins/plugins.module';
import { RelayersModule } from './relayers/relayers.module';
import { PipelineModule } from './pipeline';
import type { Settings } from './settings/settings';
import { SettingsModule } from './settings/settings.module';
import { SignersModule } from './signers/signers.module';
import { rows, sealedColumns } from './tables';

@Global()
@Module({ providers: [CallContext], exports: [CallContext] })
class KernelModule {}

type Extensions = NonNullable<ModuleMetadata['imports']>;

/** Every module there is: with HTTP for `serve`, without for the commands of `relayctl` that open the database. */
@Module({})
export class AppModule {
  /** @param extensions modules from outside; they may register variants and replace adapters */
  static with(settings: Settings, extensions: Extensions = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...services(settings),
        HealthModule,
        CleanUpModule,
        MetricsModule.with(settings),
        OpenApiModule,
        ...extensions,
        PipelineModule,
        UnknownRoutesModule,
      ],
    };
  }

  /** What works without HTTP, for commands that use the database directly. */
  static withoutHttp(settings: Settings, extensions: Extensions = []): DynamicModule {
    return { module: AppModule, imports: [...services(settings), ...extensions] };
  }
}

const services = (settings: Settings): Extensions => [
  SettingsModule.with(settings),
  KernelModule,
  PersistenceModule.with(rows),
  EncryptionModule.with(settings, sealedColumns),
  AuditModule,
  WebhooksModule,
  AuthModule,
  RelayersModule,
  NotificationsModule,
  SignersModule,
  NetworksModule,
  PluginsModule,
  IdempotencyModule,
  ConfigurationModule,
];
