import { SignerModels } from './http/signer.schemas';
import { Module } from '@nestjs/common';
import { adapted } from '../persistence/adapted-port';
import { SignerKinds } from './domain/kinds';
import { SignerRepository } from './domain/signer.repository';
import { SignerUsage } from './domain/signer-usage';
import { SignersController } from './http/signers.controller';
import { SignersService } from './signers.service';
import { TypeOrmSignerRepository } from './typeorm/typeorm-signer.repository';
import { TypeOrmSignerUsage } from './typeorm/typeorm-signer-usage';

@Module({
  controllers: [SignersController],
  providers: [
    SignerModels,
    SignersService,
    SignerKinds,
    ...adapted(SignerRepository, TypeOrmSignerRepository),
    ...adapted(SignerUsage, TypeOrmSignerUsage),
  ],
  exports: [SignersService, SignerRepository, SignerKinds, TypeOrmSignerRepository],
})
export class SignersModule {}
