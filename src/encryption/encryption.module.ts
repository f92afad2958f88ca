import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../persistence/database';
import type { Settings } from '../settings/settings';
import { KeyRotation } from './domain/key-rotation';
import { encryptionKeys } from './encryption-keys';
import { OpaqueTexts } from '../kernel/opaque-texts';
import { KeysService } from './keys.service';
import { SealedColumns } from './sealed-column';
import { SecretBox } from './secret-box';
import { requireKeysInUse } from './typeorm/keys-in-use';
import { TypeOrmKeyRotation } from './typeorm/typeorm-key-rotation';

/** Seals secrets. A key that records need and that is not there, or is another one, is reported at the start. */
@Global()
@Module({})
export class EncryptionModule {
  /** The keys first: without them no database is opened. */
  static with(settings: Settings, sealed: SealedColumns): DynamicModule {
    const keys = encryptionKeys(settings);
    const box = new SecretBox(keys);
    return {
      module: EncryptionModule,
      providers: [
        { provide: SealedColumns, useValue: sealed },
        {
          provide: SecretBox,
          useFactory: async (database: Database): Promise<SecretBox> => {
            await requireKeysInUse(database, keys, sealed.permanent).catch(async (error: unknown) => {
              await database.close();
              throw error;
            });
            return box;
          },
          inject: [Database],
        },
        { provide: OpaqueTexts, useValue: new OpaqueTexts(keys.map(({ key }) => key)) },
        { provide: KeyRotation, useClass: TypeOrmKeyRotation },
        KeysService,
      ],
      exports: [SecretBox, OpaqueTexts, KeysService],
    };
  }
}
