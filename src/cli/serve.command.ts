import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { createApp } from '../app';
import { HeadLog } from '../audit/head-log';
import { CleanUp } from '../clean-up/clean-up';
import { TokensService } from '../auth/tokens.service';
import { Readiness } from '../health/readiness';
import { StartingServer } from '../health/starting-server';
import { DeliveryWorker } from '../webhooks/delivery-worker';
import { CallContext } from '../kernel/call-context';
import { drain } from '../http/drain';
import { HttpAdapter } from '../http/server';
import { openLog } from '../logging/log';
import { Database } from '../persistence/database';
import { readSettings } from '../settings/read-settings';
import type { Settings } from '../settings/settings';
import { operatorCall } from './operator-call';
import { firstTokenFile, requireTokenFolder, writeFirstToken } from './first-token';
import { requireFreePort } from './free-port';
import { ListenError } from './listen-error';
import { loadFirstRecords, requireFirstConfiguration } from './first-records';
import { requireMetricsPort, serveMetrics } from './metrics-port';
import { announce, announceStart } from './start-up-lines';
import { warnOfOpenFiles, warnOfUnknownSettings } from './start-up-warnings';
import { endWithFaults } from './uncaught-faults';
import { FIRST_WORKER, Workers } from './workers';

/** In milliseconds, after the delay of the settings: the transaction of a long configuration is given up then, as it is stored as a whole or not at all. */
const STOP_WITHIN_MS = 9_000;

/** Serves the API until it is told to stop. */
export async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.workers > 1 && cluster.isPrimary) {
    new Workers(settings, openLog(settings.logLevel)).start();
    return;
  }
  await serveAlone(settings).catch((error: unknown) => {
    // The channel to the process that forked this one would keep it from ending.
    cluster.worker?.disconnect();
    throw error;
  });
}

/** Whether this process speaks for the service: alone, or as the first of those that share its port. */
const isFirst = (): boolean => cluster.worker === undefined || cluster.worker.id === FIRST_WORKER;

async function serveAlone(settings: Settings): Promise<void> {
  const log = openLog(settings.logLevel);
  // Listened to from the beginning: a signal that comes before there is anything to end ends the process at once.
  let stop = (): Promise<void> => Promise.resolve();
  stopOnSignal(() => stop(), settings.shutdownDelayMs + STOP_WITHIN_MS, log);
  if (isFirst()) await begin(settings, log);
  const starting = isFirst() ? new StartingServer(settings.port, settings.host) : undefined;
  try {
    const adapter = new HttpAdapter();
    const app = await createApp(settings, log, [], adapter);
    endWithFaults(app, log);
    const started = start(app, settings, log, () => starting?.close());
    // It answers requests before the start is over, and a signal then has to stop it, too.
    stop = async () => {
      await started;
      app.get(Readiness).announceClosing();
      await wait(settings.shutdownDelayMs);
      await drain(app.getHttpServer(), adapter.connections);
      await app.close();
    };
    await started.catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
  } finally {
    await starting?.close();
  }
}

/** Judges, before anything is made, whether this start can go well. */
async function begin(settings: Settings, log: Logger): Promise<void> {
  announceStart(log);
  warnOfUnknownSettings(log);
  warnOfOpenFiles(log);
  if (!process.stdout.isTTY) requireTokenFolder(settings);
  await requireFreePort(settings.host, settings.port);
  await requireMetricsPort(settings);
  await requireFirstConfiguration(settings);
}

/**
 * @param free has the port left to the service
 * @throws ListenError
 */
async function start(
  app: INestApplication,
  settings: Settings,
  log: Logger,
  free: () => Promise<void> | undefined,
): Promise<void> {
  const { host, port } = settings;
  await app.init();
  const database = app.get(Database);
  const calls = app.get(CallContext);
  if (isFirst()) {
    const warnings = await calls.run(operatorCall(), () => loadFirstRecords(app, settings));
    for (const { path, message } of warnings) log.warn({ path, finding: message }, 'the configuration is warned of');
  }
  await serveMetrics(app, settings);
  await free();
  await app.listen(port, host).catch((cause: unknown) => {
    throw new ListenError(host, port, cause);
  });
  app.get(DeliveryWorker).start();
  if (isFirst()) app.get(CleanUp).start();
  const tokenFile = process.stdout.isTTY ? undefined : firstTokenFile(settings);
  // Only now, as a token that was made and handed over to nobody would lock everybody out.
  const token = await calls.run(operatorCall(), () =>
    app.get(TokensService).issueFirst((text) => tokenFile === undefined || writeFirstToken(tokenFile, text)),
  );
  if (isFirst() || token) {
    announce({ settings, url: urlOf(await app.getUrl()), database: database.description, token, tokenFile }, log);
  }
  // Whatever level is logged: what is not written here cannot be compared later.
  const always = log.child({}, { level: 'info' });
  void app.get(HeadLog).start((head) => always.info({ head }, 'the head of the audit log'));
}

/** What a person can paste: an address that listens on every interface is reached as the loopback one. */
const urlOf = (listening: string): string => listening.replace('[::1]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1');

function stopOnSignal(stop: () => Promise<void>, withinMs: number, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('what was under way takes too long: it is undone');
      process.exit(0);
    }, withinMs).unref();
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
