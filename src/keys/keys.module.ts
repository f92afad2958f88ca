import { Module } from '@nestjs/common';
import { KeyRotation } from './domain/key-rotation';
import { KeysService } from './keys.service';
import { TypeOrmKeyRotation } from './typeorm/typeorm-key-rotation';

@Module({
  providers: [KeysService, { provide: KeyRotation, useClass: TypeOrmKeyRotation }],
  exports: [KeysService],
})
export class KeysModule {}
