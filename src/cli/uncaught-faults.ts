import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { CallContext } from '../kernel/call-context';
import { Database } from '../persistence/database';
import { EX_SOFTWARE } from './exit-codes';

/**
 * Decides what ends with a fault that nobody caught, thrown by a listener or a timer for instance: the connection that it
 * came from, where that is known and no transaction is open, which would hold its locks for ever; else this process, for
 * another one to take its place.
 * @see docs/adr/0039-a-fault-ends-its-connection.md
 */
export function endWithFaults(app: INestApplication, log: Logger): void {
  const calls = app.get(CallContext);
  const database = app.get(Database);
  process.on('uncaughtException', (error) => {
    const { abort, requestId } = calls.current ?? {};
    if (abort && !database.isInTransaction) {
      log.error({ requestId, err: error }, 'a fault that nobody caught ended its connection');
      abort();
      return;
    }
    log.fatal({ requestId, err: error }, 'a fault that nobody caught ends this process');
    process.exit(EX_SOFTWARE);
  });
}
