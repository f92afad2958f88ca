import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { adapted } from '../persistence/adapted-port';
import { WebhookSender } from './domain/webhook-sender';
import { NameResolver } from './name-resolver';
import { UndiciSender } from './undici-sender';

/** What reaches the receivers of webhooks. */
@Module({
  providers: [NameResolver, ...adapted(WebhookSender, UndiciSender)],
  exports: [WebhookSender],
})
export class SenderModule implements OnApplicationShutdown {
  constructor(@Inject(WebhookSender) private readonly sender: WebhookSender) {}

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}
