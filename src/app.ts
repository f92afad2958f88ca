import 'reflect-metadata';
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { AppModule } from './app.module';
import { ApiDescription } from './http/openapi/api-description';
import { AnswerCache } from './http/answer-cache';
import { HttpAdapter } from './http/server';
import { PinoLogger } from './logging/pino-logger';
import { watchAnswerCache } from './metrics/answer-cache-metrics';
import { usePipeline } from './pipeline';
import type { Settings } from './settings/settings';

/**
 * Makes the service ready to listen, for `serve` and for tests.
 * @param extensions modules from outside; they may register variants and replace adapters
 */
export async function createApp(
  settings: Settings,
  log: Logger,
  extensions: NonNullable<ModuleMetadata['imports']> = [],
  adapter = new HttpAdapter(),
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, extensions), adapter, {
    bodyParser: false,
    logger: new PinoLogger(log),
    abortOnError: false,
    forceCloseConnections: false,
  });
  usePipeline(app, adapter, log);
  if (settings.metrics.isEnabled && settings.answerCache.isOn)
    watchAnswerCache(app.get(Registry), app.get(AnswerCache));
  app.get(ApiDescription).of(app);
  return app;
}
