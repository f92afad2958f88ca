import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { CallContext } from '../kernel/call-context';
import { readSettings } from '../settings/read-settings';
import { operatorCall } from './operator-call';
import { tellUnknownSettings } from './start-up-warnings';

/**
 * Opens the services on the database of the settings, without HTTP, for the time of some work; resolves with its result
 * after they were closed, and what they still had to write was written. Both output streams are the command's alone:
 * it says itself what went wrong.
 */
export async function withServices<T>(
  work: (services: INestApplicationContext) => Promise<T>,
  settings = readSettings(process.env),
): Promise<T> {
  tellUnknownSettings();
  const services = await NestFactory.createApplicationContext(AppModule.withoutHttp(settings), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await services.get(CallContext).run(operatorCall(), () => work(services));
  } finally {
    await services.close();
  }
}
