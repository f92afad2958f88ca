import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { CallContext } from '../events/call-context';
import { readSettings } from '../settings/read-settings';
import { callOfCommandLine } from './call-of-command-line';

/**
 * Opens the services on the database of the settings, without HTTP, for the time of some work; resolves with its result
 * after they were closed, and what they still had to write was written. Both output streams are the command's alone:
 * it says itself what went wrong.
 */
export async function withServices<T>(
  work: (services: INestApplicationContext) => Promise<T>,
  settings = readSettings(),
): Promise<T> {
  const services = await NestFactory.createApplicationContext(AppModule.withoutHttp(settings), {
    logger: false,
    abortOnError: false,
  });
  try {
    const call = callOfCommandLine();
    return await services.get(CallContext).run(
      () => call,
      () => work(services),
    );
  } finally {
    await services.close();
  }
}
