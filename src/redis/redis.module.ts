import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { Settings } from '../settings/settings';
import { RedisClient } from './redis-client';

const clientOf = ({ redis }: Settings, calls: CallContext): RedisClient =>
  new RedisClient(redis.url, `${redis.keyPrefix}:`, calls);

/** The one connection to Redis, which is off where no setting names a server. */
@Module({
  providers: [{ provide: RedisClient, useFactory: clientOf, inject: [Settings, CallContext] }],
  exports: [RedisClient],
})
export class RedisModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(RedisClient) private readonly client: RedisClient) {}

  /** Not before: until the application was made, a fault that nobody catches ends the process. */
  onModuleInit(): Promise<void> {
    return this.client.open();
  }

  onApplicationShutdown(): void {
    this.client.close();
  }
}
