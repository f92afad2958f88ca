import type { PlainObject } from '../../kernel/merge-patch';
import { Findings } from './finding';
import { JsonValue } from './json-value';
import { KeystoreError, openKeystore } from './keystore';
import type { RecordItem } from './record-item';
import { resolveReference } from './secret-reference';
import type { Surroundings } from './surroundings';

/** Whether the configuration of a signer names an encrypted keystore. */
export const isKeystore = (config: PlainObject): boolean => 'path' in config || 'passphrase' in config;

/**
 * The configuration of a signer with its key in `field` in place of the path and the passphrase of the keystore; without
 * any of them where that was told.
 */
export async function withoutKeystore(
  field: string,
  config: PlainObject,
  item: RecordItem,
  surroundings: Surroundings,
): Promise<PlainObject> {
  const { path, passphrase, ...rest } = config;
  const key = await keyIn(path, passphrase, item, surroundings);
  item.settle('config.path');
  if (key !== undefined) return { ...rest, [field]: { type: 'plain', value: key } };
  // Its absence is told of the keystore.
  item.settle(`config.${field}`);
  return rest;
}

async function keyIn(
  path: unknown,
  passphrase: unknown,
  item: RecordItem,
  surroundings: Surroundings,
): Promise<string | undefined> {
  const secret = resolveReference(passphrase, 'config.passphrase', surroundings, item);
  if (typeof path !== 'string' || path === '') {
    item.error('config.path', 'must be the path of a keystore file');
    return undefined;
  }
  if (surroundings.refusal !== undefined) {
    item.error('config.path', `must not be given: ${surroundings.refusal}`, 'relayctl --url reads it where it runs');
    return undefined;
  }
  const bytes = await surroundings.file(path);
  if (!bytes) {
    item.error(
      'config.path',
      `names a file that cannot be read: ${path}`,
      'paths start from the working folder or the folder of the file',
    );
    return undefined;
  }
  const keystore = JsonValue.read(bytes.toString('utf8'), { path: '', line: 1, column: 1 }, new Findings());
  return secret === undefined ? undefined : open(keystore?.value, secret, path, item);
}

async function open(
  keystore: unknown,
  passphrase: string,
  path: string,
  item: RecordItem,
): Promise<string | undefined> {
  try {
    return await openKeystore(keystore, passphrase);
  } catch (error) {
    if (!(error instanceof KeystoreError)) throw error;
    item.error('config.path', `names a file that ${error.message}: ${path}`);
    return undefined;
  }
}
