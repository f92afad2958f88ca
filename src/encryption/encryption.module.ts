import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../persistence/database';
import type { Settings } from '../settings/settings';
import { KeyRotation } from './domain/key-rotation';
import { encryptionKeys } from './encryption-keys';
import { KeyRing } from './key-ring';
import { OpaqueTexts } from '../kernel/opaque-texts';
import { KeysService } from './keys.service';
import { SealedColumns } from './sealed-column';
import { SecretBox } from './secret-box';
import { openKeyRing } from './typeorm/open-key-ring';
import { TypeOrmKeyRotation } from './typeorm/typeorm-key-rotation';

/** Seals secrets. A key that records need and that is not there, or is another one, is reported at the start. */
@Global()
@Module({})
export class EncryptionModule {
  static with(settings: Settings, sealed: SealedColumns): DynamicModule {
    // First: with keys that cannot be used no database is opened.
    encryptionKeys(settings);
    return {
      module: EncryptionModule,
      providers: [
        { provide: SealedColumns, useValue: sealed },
        {
          provide: KeyRing,
          useFactory: (database: Database): Promise<KeyRing> =>
            openKeyRing(database, settings, sealed).catch(async (error: unknown) => {
              await database.close();
              throw error;
            }),
          inject: [Database],
        },
        { provide: SecretBox, useFactory: ({ keys }: KeyRing) => new SecretBox(keys), inject: [KeyRing] },
        {
          provide: OpaqueTexts,
          useFactory: ({ keys }: KeyRing) => new OpaqueTexts(keys.map(({ key }) => key)),
          inject: [KeyRing],
        },
        { provide: KeyRotation, useClass: TypeOrmKeyRotation },
        KeysService,
      ],
      exports: [SecretBox, OpaqueTexts, KeysService],
    };
  }
}
