import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../settings/settings';
import { RedisLink } from './redis-link';

async function open({ redis }: Settings): Promise<RedisLink> {
  const link = new RedisLink(redis.url, `${redis.keyPrefix}:`);
  await link.open();
  return link;
}

/** The one connection to Redis, which is off where no setting names a server. */
@Module({
  providers: [{ provide: RedisLink, useFactory: open, inject: [Settings] }],
  exports: [RedisLink],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(RedisLink) private readonly link: RedisLink) {}

  onApplicationShutdown(): void {
    this.link.close();
  }
}
