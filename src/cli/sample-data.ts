import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigurationService } from '../configuration/configuration.service';
import { withFile } from '../configuration/configuration-files';
import { DeliveryQueue } from '../webhooks/domain/delivery-queue';
import { Clock } from '../kernel/clock';

/** Seen from the built file. Its keys are known to everybody, and its secrets are words that say so. */
const EXAMPLE = join(__dirname, '../../../docs/examples/config.json');

/** Something to look at on the first start: the example of a configuration. */
export async function loadSampleData(app: INestApplicationContext): Promise<void> {
  await withFile(EXAMPLE, (source) =>
    app.get(ConfigurationService).apply(source, { onConflict: 'fail', prune: false }),
  );
  // Its webhooks are nobody's.
  await app.get(DeliveryQueue).cancelAll(app.get(Clock).now().getTime());
}
