import { ModulesContainer, NestFactory } from '@nestjs/core';
import { Command } from 'commander';
import { AppModule } from '../app.module';
import { descriptionText } from '../http/openapi/api-description';
import { readSettings } from '../settings/read-settings';

/** `relayctl openapi`: prints the description of the API. It needs no settings and no database. */
export const openapiCommand = (): Command =>
  new Command('openapi').description('print the API description (OpenAPI 3.1)').action(async () => {
    process.stdout.write(await apiDescription());
  });

/** The API description of the service without modules from outside. */
export async function apiDescription(): Promise<string> {
  // In a preview Nest reads the modules and makes nothing of what they provide.
  const app = await NestFactory.createApplicationContext(AppModule.with(readSettings({})), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const text = descriptionText(app.get(ModulesContainer));
  await app.close();
  return text;
}
