import { readHex } from '../../../chains/encodings';
import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import { replaceSecrets, secretPaths } from '../../../signers/domain/concealment';
import type { Signer } from '../../../signers/domain/signer';
import { type Items, valueAt, within } from '../configuration-document';
import type { Exporting } from '../exporting';
import { error, type Issue } from '../finding';
import type { Place } from '../openzeppelin-form';
import type { OpenZeppelinRules, Rules } from '../rules';
import type { Resolved, Resolving } from '../secret-references';
import { readEach, type ReadSection } from './read-section';
import { type ReadOptions, RecordKind } from './record-kind';
import { readSigner, resolveSigner } from './read-signer';

const REFERENCE = 'write {"type": "plain", "value": "…"} or {"type": "env", "value": "NAME"}';
const KEYSTORE = 'relayctl export --for openzeppelin writes one';
/** The variable of the passphrase of keystores that came from none. */
const PASSPHRASE = 'KEYSTORE_PASSPHRASE';

/** Their secrets are references, and a key may be in an encrypted keystore. */
class SignerRecords extends RecordKind<Signer> {
  override readonly section = 'signers';
  override readonly name = 'signer';
  override readonly summary = 'Signers, their secrets as references.';
  override readonly example = {
    id: 'sepolia-signer',
    type: 'local',
    config: { key: { type: 'plain', value: `0x${'1'.padStart(64, '0')}` } },
  };
  override readonly exportedExample = {
    ...this.example,
    config: { key: { type: 'env', value: 'SIGNER_SEPOLIA_SIGNER_KEY' } },
  };
  override readonly missingThere = 'must be there, an empty list at least';

  override resolve(
    value: PlainObject,
    rules: Pick<Rules, 'kinds'>,
    resolving: Resolving,
  ): Promise<Resolved<PlainObject>> {
    return resolveSigner(value, rules.kinds, resolving);
  }

  override read(items: Items, { rules, resolving, inquiry }: ReadOptions): Promise<ReadSection<Signer>> {
    return readEach(items, (record) => readSigner(record, rules.kinds, resolving), inquiry);
  }

  protected override compared({ kind, config }: Signer): object {
    return { type: kind.type, config: withDigits(config, kind.inFiles?.keystore) };
  }

  override secretsOf({ kind }: Signer): readonly string[] {
    return secretPaths(kind.config).map((path) => `config.${path}`);
  }

  protected override written({ id, kind, config, variables }: Signer, { refer }: Exporting): PlainObject {
    const written = replaceSecrets(kind.config, config, (path, text) =>
      refer({ place: ['SIGNER', id, path], text, variable: variables[path] }),
    );
    return { id, type: kind.type, config: written };
  }

  protected override writtenThere(signer: Signer, exporting: Exporting, place: Place): PlainObject {
    const { id, kind, variables } = signer;
    const { keystore, values = {}, references = [] } = kind.inFiles ?? {};
    if (keystore !== undefined) return this.writtenKeystore(signer, keystore, exporting, place);
    const written = this.written(signer, exporting);
    const config = written.config as PlainObject;
    for (const [path, allowed] of Object.entries(values)) {
      for (const issue of valueIssues(config, path, allowed)) place.lose(within(place.at, issue.path), issue.message);
    }
    const texts = references.flatMap((name) => {
      const [text, variable] = [config[name], variables[name]];
      if (typeof text !== 'string') return [];
      const secret = { place: ['SIGNER', id, name], text, variable };
      return [[name, variable === undefined ? { type: 'plain', value: text } : exporting.refer(secret)] as const];
    });
    return { ...written, config: { ...config, ...Object.fromEntries(texts) } };
  }

  private writtenKeystore(
    { id, kind, config, variables }: Signer,
    field: string,
    { refer }: Exporting,
    { at, lose, keystores }: Place,
  ): PlainObject {
    const { [field]: key, ...rest } = config as PlainObject;
    for (const [name, value] of Object.entries(rest)) {
      if (value !== undefined) lose(within(at, `config.${name}`), 'is not known there: a keystore has the key only');
    }
    const variable = variables.passphrase ?? PASSPHRASE;
    // Nobody knows the passphrase yet: whatever names the variable of one means the same.
    const passphrase = refer({ place: [PASSPHRASE], text: `the passphrase in ${variable}`, variable });
    const file = `keys/${id}.json`;
    keystores.push({
      file,
      at: within(at, 'config.path'),
      key: readHex(key as string) ?? new Uint8Array(),
      variable: passphrase.value,
    });
    return { id, type: kind.type, config: { path: `config/${file}`, passphrase } };
  }

  override issuesThere({ type, config }: PlainObject, { kinds }: OpenZeppelinRules): readonly Issue[] {
    const kind = kinds.find(type);
    if (!kind || !isPlainObject(config)) return [];
    const alias = kind.type === type ? [] : [error('type', `must be ${kind.type} there`, `did you mean ${kind.type}?`)];
    const { keystore, values = {}, references = [] } = kind.inFiles ?? {};
    if (keystore !== undefined) return [...alias, ...keystoreIssues(config)];
    return [
      ...alias,
      ...references.flatMap((name) =>
        typeof config[name] === 'string' ? [error(`config.${name}`, 'must be a reference there', REFERENCE)] : [],
      ),
      ...Object.entries(values).flatMap(([path, allowed]) => valueIssues(config, path, allowed)),
    ];
  }
}

export const signerRecords = new SignerRecords();

/** A key in hex is the same key with 0x and without, in capitals and not: a keystore keeps neither. */
function withDigits(config: object, field: string | undefined): object {
  const key = field === undefined ? undefined : valueAt(config, field);
  const bytes = typeof key === 'string' ? readHex(key) : undefined;
  return field === undefined || !bytes ? config : { ...config, [field]: Buffer.from(bytes).toString('hex') };
}

/** A key is in an encrypted file, and nothing else is said of it. */
const keystoreIssues = (config: PlainObject): readonly Issue[] => [
  ...Object.keys(config)
    .filter((name) => !['path', 'passphrase'].includes(name))
    .map((name) => error(`config.${name}`, 'is not known there: the key is in an encrypted keystore', KEYSTORE)),
  ...('path' in config ? [] : [error('config.path', 'is required there', KEYSTORE)]),
];

function valueIssues(config: PlainObject, path: string, allowed: readonly string[]): readonly Issue[] {
  const value = valueAt(config, path);
  if (typeof value !== 'string' || allowed.includes(value)) return [];
  return [error(`config.${path}`, `must be ${allowed.join(' or ')} there`)];
}
