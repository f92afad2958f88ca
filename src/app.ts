import 'reflect-metadata';
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import { CallContext } from './events/call-context';
import { accessLog } from './http/access-log';
import { attributeCalls } from './http/attribute-calls';
import { answerConnectionFaults } from './http/connection-faults';
import { LeanExpressAdapter } from './http/lean-express.adapter';
import { limitWaiting } from './http/limit-waiting';
import { checkMessage } from './http/message-rules';
import { identifyRequest } from './http/request-id';
import { lineWriter } from './operations/log';
import { PinoLogger } from './operations/pino-logger';
import { RequestFigures } from './operations/request-figures';
import type { Settings } from './settings/settings';

/**
 * Makes the service ready to listen, for `serve` and for tests.
 * @param extensions modules from outside; they may register variants and replace adapters
 */
export async function createApp(
  settings: Settings,
  log: Logger,
  extensions: NonNullable<ModuleMetadata['imports']> = [],
  adapter = new LeanExpressAdapter(),
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, extensions), adapter, {
    bodyParser: false,
    logger: new PinoLogger(log),
    abortOnError: false,
    forceCloseConnections: false,
  });
  const figures = settings.metrics.isEnabled ? app.get(RequestFigures) : undefined;
  app.use(identifyRequest, accessLog(lineWriter(log, 'request'), figures), checkMessage);
  // SQLite answers at once or waits for another process no longer than this; its readers are spared the cost.
  if (settings.database.kind === 'postgres') app.use(limitWaiting);
  adapter.surroundChanges(attributeCalls(app.get(CallContext)));
  answerConnectionFaults(app.getHttpServer());
  return app;
}
