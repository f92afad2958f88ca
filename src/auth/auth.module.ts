import { TokenModels } from './http/token.schemas';
import { Module } from '@nestjs/common';
import { BearerStrategy } from './bearer.strategy';
import { OperatorKey } from './domain/operator-key';
import { TokenRepository } from './domain/token.repository';
import { FailedSignInCounter } from './failed-sign-in-counter';
import { TokensController } from './http/tokens.controller';
import { adapted } from '../persistence/adapted-port';
import { Settings } from '../settings/settings';
import { TokenUses } from './token-uses';
import { TokensService } from './tokens.service';
import { TypeOrmTokenRepository } from './typeorm/typeorm-token.repository';

@Module({
  controllers: [TokensController],
  providers: [
    TokenModels,
    TokensService,
    TokenUses,
    FailedSignInCounter,
    BearerStrategy,
    { provide: OperatorKey, useFactory: ({ apiKey }: Settings) => new OperatorKey(apiKey), inject: [Settings] },
    ...adapted(TokenRepository, TypeOrmTokenRepository),
  ],
  exports: [TokensService, FailedSignInCounter, TokenRepository, TypeOrmTokenRepository],
})
export class AuthModule {}
