import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigurationService } from '../bundle/configuration.service';
import { withFile } from '../bundle/source';
import { DeliveryQueue } from '../deliveries/domain/delivery-queue';
import { Clock } from '../kernel/clock';

/** Seen from the built file. Its keys are known to everybody, and its secrets are words that say so. */
const EXAMPLE = join(__dirname, '../../../docs/examples/config.json');

/** Something to look at on the first start: the example of a configuration. */
export async function loadSampleData(app: INestApplicationContext): Promise<void> {
  await withFile(EXAMPLE, (source) => app.get(ConfigurationService).apply(source, { existing: 'fail', prune: false }));
  // Its webhooks are nobody's.
  await app.get(DeliveryQueue).cancelAll(app.get(Clock).now().getTime());
}
