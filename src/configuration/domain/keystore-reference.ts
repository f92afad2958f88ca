import type { PlainObject } from '../../kernel/merge-patch';
import { error, type Issue, warning } from './finding';
import { scanJson } from './json-scan';
import { readExact } from './json-value';
import { KeystoreError, openKeystore } from './keystore';
import { plainTexts, resolveVariables, type Resolved, type Resolving, secretAt } from './secret-references';

const [PATH, PASSPHRASE] = ['config.path', 'config.passphrase'];

/**
 * The configuration of a signer with a reference to its key in `field` in place of the path and the passphrase of an
 * encrypted keystore, where it has these; without any of them where the keystore cannot be opened.
 */
export async function resolveKeystore(
  field: string | undefined,
  config: PlainObject,
  resolving: Resolving,
): Promise<Resolved<PlainObject>> {
  if (field === undefined || !('path' in config || 'passphrase' in config)) {
    return { value: config, issues: [], settled: [] };
  }
  const { path, passphrase, ...rest } = config;
  const given = resolveVariables(passphrase ?? '', PASSPHRASE, secretAt(PASSPHRASE), resolving);
  const secret = plainTexts(given.value, PASSPHRASE, secretAt(PASSPHRASE));
  const issues = [...given.issues, ...secret.issues];
  const opened = await keyIn(path, secret.value, resolving);
  if (typeof opened === 'string') {
    const name = secret.variables?.[PASSPHRASE];
    const key = { type: 'plain', value: opened, ...(name !== undefined && { passphrase: name }) };
    return { value: { ...rest, [field]: key }, issues, settled: [] };
  }
  // That there is no key is said of the keystore.
  const settled = [PATH, PASSPHRASE, `config.${field}`];
  return { value: rest, issues: opened ? [...issues, opened] : issues, settled };
}

/** The key; why there is none; nothing where that is because there is no passphrase. */
async function keyIn(
  path: unknown,
  passphrase: unknown,
  { resolver, secrets }: Resolving,
): Promise<string | Issue | undefined> {
  if (typeof path !== 'string' || path === '') return error(PATH, 'must be the path of a keystore file');
  if (resolver.refusal !== undefined) {
    return error(PATH, `must not be given: ${resolver.refusal}`, 'relayctl --url reads it where it runs');
  }
  if (secrets === 'ignored') return undefined;
  const bytes = await resolver.file(path);
  if (!bytes) {
    const hint = 'paths start from the working folder or the folder of the file';
    const issue = secrets === 'needed' ? error : warning;
    return issue(PATH, `names a file that cannot be read: ${path}`, hint);
  }
  if (typeof passphrase !== 'string') return undefined;
  try {
    return await openKeystore(await contentOf(bytes), passphrase);
  } catch (thrown) {
    if (!(thrown instanceof KeystoreError)) throw thrown;
    return error(PATH, `names a file that ${thrown.message}: ${path}`);
  }
}

async function contentOf(bytes: Buffer): Promise<unknown> {
  const text = bytes.toString('utf8');
  const { members } = await scanJson(text);
  return members && readExact(text);
}
