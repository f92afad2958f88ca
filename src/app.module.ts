import { type DynamicModule, Global, Module, type ModuleMetadata } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { BundleModule } from './bundle/bundle.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { EventsModule } from './events/events.module';
import { HttpModule } from './http/http.module';
import { OpenApiModule } from './http/openapi/openapi.module';
import { UnknownRoutesModule } from './http/unknown-routes.controller';
import { Clock, SystemClock } from './kernel/clock';
import { KeysModule } from './keys/keys.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OperationsModule } from './operations/operations.module';
import { adapted } from './persistence/adapted-port';
import { PersistenceModule } from './persistence/persistence.module';
import { RelayersModule } from './relayers/relayers.module';
import type { Settings } from './settings/settings';
import { SettingsModule } from './settings/settings.module';
import { SignersModule } from './signers/signers.module';

@Global()
@Module({ providers: adapted(Clock, SystemClock), exports: [Clock] })
class ClockModule {}

type Extensions = NonNullable<ModuleMetadata['imports']>;

/** The whole service. */
@Module({})
export class AppModule {
  /** @param extensions modules from outside; they may register variants and replace adapters */
  static with(settings: Settings, extensions: Extensions = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...services(settings),
        OperationsModule.with(settings),
        OpenApiModule,
        ...extensions,
        HttpModule,
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
  ClockModule,
  PersistenceModule,
  EventsModule,
  DeliveriesModule,
  AuthModule,
  RelayersModule,
  NotificationsModule,
  SignersModule,
  KeysModule,
  BundleModule,
];
