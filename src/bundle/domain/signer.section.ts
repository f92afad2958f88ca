import { isPlainObject, mergePatch, type PlainObject } from '../../kernel/merge-patch';
import { Shape } from '../../kernel/shape';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { SignerKind } from '../../signers/domain/kinds/signer-kind';
import { Signer } from '../../signers/domain/signer';
import { readSigner } from '../../signers/domain/signer.reader';
import { JsonValue } from './json-value';
import { Findings } from './finding';
import { fieldNames } from './hints';
import { KeystoreError, openKeystore } from './keystore';
import type { RecordItem } from './record-item';
import { resolveReference, resolveReferences } from './secret-reference';
import type { Surroundings } from './surroundings';

const OWN_FIELDS = ['id', 'type', 'config'];

/** Reads the signers of a file: their secrets are references, and a key may be in an encrypted keystore. */
export class SignerSection {
  constructor(
    private readonly kinds: SignerKinds,
    private readonly surroundings: Surroundings,
  ) {}

  /**
   * The signer of a record. One with faults or without all of its secrets, where its kind is known, stands for itself as
   * far as relayers ask which networks it signs for; it knows no account.
   */
  async read(item: RecordItem): Promise<Signer | undefined> {
    const { id, type, config } = item.value;
    const kind = this.kinds.find(type);
    const given = kind && isPlainObject(config) ? await this.configOf(kind, config, item) : config;
    const fields = [...OWN_FIELDS, ...(kind ? fieldNames(kind.config) : [])];
    const signer = item.attempt(fields, () => readSigner({ ...item.value, config: given }, this.kinds));
    if (signer && !item.hasGaps) return signer;
    return kind && Signer.restore(String(id), { ...kind, account: () => undefined }, {});
  }

  private async configOf(kind: SignerKind, config: PlainObject, item: RecordItem): Promise<PlainObject> {
    const { keystore, defaults = {} } = kind.inFiles ?? {};
    const isKeystore = keystore !== undefined && ('path' in config || 'passphrase' in config);
    const whole = mergePatch(defaults, isKeystore ? await this.opened(keystore, config, item) : config) as PlainObject;
    const told = { error: at(item.error.bind(item)), missing: at(item.missing.bind(item)) };
    return resolveReferences(Shape.of(kind.config), whole, '', this.surroundings, told);
  }

  /** The configuration with a reference to the key in place of the path and the passphrase of its keystore. */
  private async opened(field: string, config: PlainObject, item: RecordItem): Promise<PlainObject> {
    const { path, passphrase, ...rest } = config;
    const key = await this.keyIn(path, passphrase, item);
    item.settle('config.path');
    if (key !== undefined) return { ...rest, [field]: { type: 'plain', value: key } };
    // Its absence is told of the keystore.
    item.settle(`config.${field}`);
    return rest;
  }

  private async keyIn(path: unknown, passphrase: unknown, item: RecordItem): Promise<string | undefined> {
    const secret = resolveReference(passphrase, 'config.passphrase', this.surroundings, item);
    if (typeof path !== 'string' || path === '') {
      item.error('config.path', 'must be the path of a keystore file');
      return undefined;
    }
    if (this.surroundings.refusal !== undefined) {
      item.error(
        'config.path',
        `must not be given: ${this.surroundings.refusal}`,
        'relayctl --url reads it where it runs',
      );
      return undefined;
    }
    const bytes = await this.surroundings.file(path);
    if (!bytes) {
      item.error(
        'config.path',
        `names a file that cannot be read: ${path}`,
        'paths start from the working folder or the folder of the file',
      );
      return undefined;
    }
    const keystore = JsonValue.read(bytes.toString('utf8'), { path: '', line: 1, column: 1 }, new Findings());
    return secret === undefined ? undefined : this.open(keystore?.value, secret, path, item);
  }

  private async open(
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
}

/** Paths of a configuration are paths below `config` of its record. */
const at =
  <Rest extends unknown[]>(tell: (path: string, ...rest: Rest) => void) =>
  (path: string, ...rest: Rest): void =>
    tell(`config.${path}`, ...rest);
