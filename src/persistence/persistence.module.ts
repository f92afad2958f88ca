import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';
import { Settings } from '../settings/settings';
import { adapted } from './adapted-port';
import { Database } from './database';
import { DatabaseClock } from './database-clock';
import type { Entities } from './entities';
import { openDatabase } from './open-database';

@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param entities the rows of all tables */
  static with(entities: Entities): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: Database,
          useFactory: ({ database }: Settings, calls: CallContext) => openDatabase(database, calls, entities),
          inject: [Settings, CallContext],
        },
        { provide: Transactions, useExisting: Database },
        ...adapted(Clock, DatabaseClock),
      ],
      exports: [Database, Transactions, Clock],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
