import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { BearerStrategy } from './bearer.strategy';
import { OperatorKey } from './domain/operator-key';
import { TokenRepository } from './domain/token.repository';
import { TokensController } from './http/tokens.controller';
import { adapted } from '../persistence/adapted-port';
import { Settings } from '../settings/settings';
import { TokenUses } from './token-uses';
import { TokensService } from './tokens.service';
import { TypeOrmTokenRepository } from './typeorm/typeorm-token.repository';

@Module({
  imports: [PassportModule],
  controllers: [TokensController],
  providers: [
    TokensService,
    TokenUses,
    BearerStrategy,
    { provide: OperatorKey, useFactory: ({ apiKey }: Settings) => new OperatorKey(apiKey), inject: [Settings] },
    ...adapted(TokenRepository, TypeOrmTokenRepository),
  ],
  exports: [BearerStrategy, TokensService, TokenRepository, TypeOrmTokenRepository],
})
export class AuthModule {}
