import cluster from 'node:cluster';
import type { INestApplication } from '@nestjs/common';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { createApp } from '../app';
import { TokensService } from '../auth/tokens.service';
import { DeliveryWorker } from '../deliveries/delivery-worker';
import { CallContext } from '../events/call-context';
import { drain } from '../http/drain';
import { openLog } from '../operations/log';
import { Database } from '../persistence/database';
import { readSettings } from '../settings/read-settings';
import type { Settings } from '../settings/settings';
import { callOfCommandLine } from './call-of-command-line';
import { ListenError } from './listen-error';
import { loadSampleData } from './sample-data';
import { announce } from './start-up-lines';
import { FIRST_WORKER, Workers } from './workers';

/** `relayctl serve`: serves the API until it is told to stop. */
export const serveCommand = (): Command =>
  new Command('serve').description('serve the API (default)').action(async () => {
    const settings = readSettings();
    if (settings.workers > 1 && cluster.isPrimary) {
      new Workers(settings.workers, openLog(settings.logLevel)).start();
      return;
    }
    await serve(settings).catch((error: unknown) => {
      // The channel to the process that forked this one would keep it from ending.
      cluster.worker?.disconnect();
      throw error;
    });
  });

/** Whether this process speaks for the service: alone, or as the first of those that share its port. */
const isFirst = (): boolean => cluster.worker === undefined || cluster.worker.id === FIRST_WORKER;

async function serve(settings: Settings): Promise<void> {
  const log = openLog(settings.logLevel);
  const app = await createApp(settings, log);
  const started = start(app, settings, log);
  // It answers before the start is over: whoever stops it then must not find it without ears.
  stopOnSignal(async () => {
    await started;
    await drain(app.getHttpServer());
    await app.close();
  }, log);
  try {
    await started;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** @throws ListenError */
async function start(app: INestApplication, settings: Settings, log: Logger): Promise<void> {
  const { host, port, database: kept } = settings;
  await app.init();
  const database = app.get(Database);
  const calls = app.get(CallContext);
  if (isFirst() && database.isNew && kept.kind === 'sqlite' && kept.isDefault) {
    await calls.run(callOfCommandLine, () => loadSampleData(app));
  }
  await app.listen(port, host).catch((cause: unknown) => {
    throw new ListenError(host, port, cause);
  });
  app.get(DeliveryWorker).start();
  // Only now, as a token that was made and not shown would lock everybody out.
  const token = await calls.run(callOfCommandLine, () => app.get(TokensService).issueFirst());
  if (!isFirst() && !token) return;
  announce({ settings, url: urlOf(await app.getUrl()), database: database.description, token }, log);
}

/** What a person can paste: an address that listens on every interface is reached as the loopback one. */
const urlOf = (listening: string): string => listening.replace('[::1]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1');

function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
