import { isPlainObject, mergePatch, type PlainObject } from '../../kernel/merge-patch';
import { Shape } from '../../kernel/shape';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { SignerKind } from '../../signers/domain/kinds/signer-kind';
import { Signer } from '../../signers/domain/signer';
import { readSigner } from '../../signers/domain/signer.reader';
import { fieldNames } from './hints';
import { isKeystore, withoutKeystore } from './keystore-reference';
import type { RecordItem } from './record-item';
import { resolveReferences } from './secret-reference';
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
    const fields = (): string[] => [...OWN_FIELDS, ...(kind ? fieldNames(kind.config) : [])];
    const signer = item.attempt(fields, () => readSigner({ ...item.value, config: given }, this.kinds));
    if (signer && !item.hasGaps) return signer;
    return kind && Signer.restore(String(id), { ...kind, account: () => undefined }, {});
  }

  private async configOf(kind: SignerKind, config: PlainObject, item: RecordItem): Promise<PlainObject> {
    const { keystore, defaults = {} } = kind.inFiles ?? {};
    const isOpened = keystore !== undefined && isKeystore(config);
    const given = isOpened ? await withoutKeystore(keystore, config, item, this.surroundings) : config;
    const whole = mergePatch(defaults, given) as PlainObject;
    const told = { error: at(item.error.bind(item)), missing: at(item.missing.bind(item)) };
    return resolveReferences(Shape.of(kind.config), whole, '', this.surroundings, told);
  }
}

/** Paths of a configuration are paths below `config` of its record. */
const at =
  <Rest extends unknown[]>(tell: (path: string, ...rest: Rest) => void) =>
  (path: string, ...rest: Rest): void =>
    tell(`config.${path}`, ...rest);
