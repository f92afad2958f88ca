import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog } from '../audit/domain/audit-log';
import { ConfigurationService } from '../configuration/configuration.service';
import { withFile } from '../configuration/configuration-files';
import { DeliveryQueue } from '../webhooks/domain/delivery-queue';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';

/** Seen from the built file. Its keys are known to everybody, and its secrets are words that say so. */
const EXAMPLE = join(__dirname, '../../../docs/examples/config.json');

/**
 * Something to look at on the first start: the example of a configuration, in a database in which nothing was ever
 * changed. Each change leaves an audit entry in its own transaction, and so does this one, whose process may be killed
 * at any moment.
 */
export async function loadSampleData(app: INestApplicationContext): Promise<void> {
  const log = app.get(AuditLog);
  const isUntouched = async (): Promise<boolean> => (await log.head()).sequence === 0 && !(await log.hasPending());
  // Every start comes here: only a first one waits for others.
  if (!(await isUntouched())) return;
  await withFile(EXAMPLE, (source) =>
    app.get(Transactions).run(async () => {
      if (!(await isUntouched())) return;
      await app.get(ConfigurationService).apply(source, { onConflict: 'fail', prune: false });
      // Its webhooks are nobody's.
      await app.get(DeliveryQueue).cancelAll(app.get(Clock).now().getTime());
    }),
  );
}
