import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AnsweredRequests } from '../kernel/answered-requests';
import { Transactions } from '../kernel/transactions';
import { Settings } from '../settings/settings';
import { Database } from './database';
import { encryptionKeys } from './encryption-keys';
import { requireKeysInUse } from './keys-in-use';
import { openDatabase } from './open-database';
import { sealedRecords } from './rows';
import { SecretBox } from './secret-box';
import { TypeOrmAnsweredRequests } from './typeorm-answered-requests';

/** The keys first: without them nothing is opened, and what they do not open is told before anything is served. */
async function openWithKeys(settings: Settings, box: SecretBox): Promise<Database> {
  const database = await openDatabase(settings.database);
  try {
    await requireKeysInUse(database, box, sealedRecords);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

@Global()
@Module({
  providers: [
    { provide: Database, useFactory: openWithKeys, inject: [Settings, SecretBox] },
    { provide: Transactions, useExisting: Database },
    { provide: AnsweredRequests, useClass: TypeOrmAnsweredRequests },
    {
      provide: SecretBox,
      useFactory: (settings: Settings) => new SecretBox(encryptionKeys(settings)),
      inject: [Settings],
    },
  ],
  exports: [Database, Transactions, SecretBox, AnsweredRequests],
})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
