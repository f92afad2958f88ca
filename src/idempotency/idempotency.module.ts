import { Global, Module } from '@nestjs/common';
import { AnsweredRequests } from '../kernel/answered-requests';
import { TypeOrmAnsweredRequests } from './typeorm/typeorm-answered-requests';

@Global()
@Module({
  providers: [{ provide: AnsweredRequests, useClass: TypeOrmAnsweredRequests }],
  exports: [AnsweredRequests],
})
export class IdempotencyModule {}
