import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../app';
import { ApiDescription } from '../http/openapi/api-description';
import { readSettings } from '../settings/read-settings';

/** Prints the description of the API. It needs no settings and no database. */
export async function printApiDescription(): Promise<void> {
  process.stdout.write(await apiDescription());
}

/** The API description of the service without modules from outside, read from an application on an empty database. */
export async function apiDescription(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'empty.db')}`,
    STORAGE_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  try {
    const app = await createApp(readSettings(settings), pino({ enabled: false }));
    const { text } = app.get(ApiDescription);
    await app.close();
    return text;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
