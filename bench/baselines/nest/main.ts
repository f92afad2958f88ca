import 'reflect-metadata';
import {
  ClassSerializerInterceptor,
  Injectable,
  Module,
  type OnModuleInit,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import { PassportModule, PassportStrategy } from '@nestjs/passport';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import type Sqlite from 'better-sqlite3';
import { Strategy } from 'passport-http-bearer';
import { DataSource } from 'typeorm';
import { sqliteDriver } from '../../../src/persistence/sqlite-driver';
import { database, port, readRecords, token } from '../environment';
import { NotificationsController, RelayersController } from './controllers';
import { NotificationEntity } from './notification.entity';
import { RelayerEntity } from './relayer.entity';
import { RelayersService } from './relayers.service';

/** Requests a second: a limit that nobody reaches. */
const LIMIT = 1_000_000;
const SECOND_MS = 1_000;
const ROWS_A_STATEMENT = 100;

@Injectable()
class BearerStrategy extends PassportStrategy(Strategy) {
  validate(given: string): { readonly name: string } {
    if (given !== token) throw new UnauthorizedException();
    return { name: 'operator' };
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database,
      driver: sqliteDriver(),
      entities: [RelayerEntity, NotificationEntity],
      synchronize: true,
      enableWAL: true,
      prepareDatabase: (connection: Sqlite.Database) => {
        connection.pragma('synchronous = FULL');
      },
    }),
    TypeOrmModule.forFeature([RelayerEntity, NotificationEntity]),
    ThrottlerModule.forRoot([{ ttl: SECOND_MS, limit: LIMIT }]),
    PassportModule,
  ],
  controllers: [RelayersController, NotificationsController],
  providers: [
    RelayersService,
    BearerStrategy,
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true, whitelist: true }) },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
class AppModule implements OnModuleInit {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async onModuleInit(): Promise<void> {
    const { relayers, notifications } = readRecords();
    const { manager } = this.dataSource;
    const rows = relayers.map((relayer) => manager.create(RelayerEntity, { ...relayer } as Partial<RelayerEntity>));
    await manager.save(rows, { chunk: ROWS_A_STATEMENT });
    const receivers = notifications.map(({ id, type, url }) => ({ id, type, url, signing_key: null }));
    await manager.insert(NotificationEntity, receivers);
  }
}

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  await app.listen(port, '127.0.0.1');
}

void main();
