import { randomBytes } from 'node:crypto';
import type { Rotation } from '../encryption/domain/key-rotation';
import { KeysService } from '../encryption/keys.service';
import { KEY_BYTES, nameOfKey } from '../settings/encryption-key-list';
import { printable, printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { REFUSED } from './exit-codes';
import { showProgress } from './progress';

export interface Output {
  readonly json?: true;
}

const HOW_TO_USE = `
First use:  STORAGE_ENCRYPTION_KEY=<this key>
To change:  1. put it behind the keys in use, on every instance:   <old keys>,<this key>
            2. put it first, on every instance:                    <this key>,<old keys>
            3. relayctl keys rotate
            4. take the old keys away when it says that nothing needs them`;

/** Prints a fresh key; how to use it goes to the standard error output. */
export function generateKey(): void {
  const key = randomBytes(KEY_BYTES);
  console.log(`${nameOfKey(key)}:${key.toString('base64')}`);
  console.error(HOW_TO_USE);
}

/** Re-encrypts with the first key what another one encrypted. */
export async function rotateKeys({ json }: Output): Promise<void> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const progress = showProgress('rows sealed anew');
  const rotation = await withServices((services) =>
    services.get(KeysService).rotate(progress.show, stop.signal),
  ).finally(progress.end);
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  console.log(json ? printableJson(rotation) : linesFor(rotation).map(printable).join('\n'));
  if (rotation.remaining > 0) process.exitCode = REFUSED;
}

function linesFor({ key, resealed, unopened, remaining }: Rotation): string[] {
  const tables = Object.entries(resealed).map(([table, rows]) => `${String(rows)} ${table}`);
  return [
    `Sealed anew with key ${key}: ${tables.length === 0 ? 'nothing' : tables.join(', ')}`,
    ...unopened.map(({ reason }) => `Left as it is: ${reason}`),
    remaining === 0 ? 'Nothing needs another key.' : `${String(remaining)} rows still need another key.`,
  ];
}
