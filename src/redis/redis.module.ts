import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { RedisClient } from './redis-client';

async function open({ redis }: Settings): Promise<RedisClient> {
  const client = new RedisClient(redis.url, `${redis.keyPrefix}:`);
  await client.open();
  return client;
}

/** The one connection to Redis, which is off where no setting names a server. */
@Module({
  providers: [{ provide: RedisClient, useFactory: open, inject: [Settings] }],
  exports: [RedisClient],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(RedisClient) private readonly client: RedisClient) {}

  onApplicationShutdown(): void {
    this.client.close();
  }
}
