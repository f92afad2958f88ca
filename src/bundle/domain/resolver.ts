import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { Located } from './configuration-file';
import { isKeystore, withoutKeystore } from './keystore-reference';
import { type Reading, RecordItem } from './record-item';
import type { Surroundings } from './surroundings';

/** What stands for the passphrase of a keystore that does not open, which is told. */
const NO_PASSPHRASE = { type: 'plain', value: 'unknown' };

/** Puts values in the place of the references of records; one that cannot be had is told, and stays. */
export class Resolver {
  /** The paths of which all is told, although nothing was found at them. */
  readonly settled = new Set<string>();

  constructor(
    private readonly kinds: SignerKinds,
    private readonly surroundings: Surroundings,
    private readonly reading: Reading,
  ) {}

  /** The value of a record of a section. What is wrong with it otherwise is not told. */
  async valueOf(section: string, located: Located): Promise<unknown> {
    const { value } = located;
    const isReferring = section === 'signers' || section === 'notifications';
    // Whatever is no record is for its reader to refuse.
    if (!isReferring || !isPlainObject(value) || typeof value.id !== 'string') return value;
    const item = RecordItem.of(located, this.reading);
    if (!item) return value;
    return section === 'signers' ? this.signer(item, located) : this.notification(item);
  }

  private notification(item: RecordItem): PlainObject {
    const { signing_key: key, ...rest } = item.value;
    return key === undefined ? item.value : { ...rest, signing_key: this.resolved(key, 'signing_key', item) };
  }

  private async signer(item: RecordItem, located: Located): Promise<PlainObject> {
    const { config, type } = item.value;
    if (!isPlainObject(config)) return item.value;
    const keystore = this.kinds.find(type)?.inFiles?.keystore;
    const opened =
      keystore !== undefined && isKeystore(config) ? await this.opened(keystore, config, item, located) : config;
    return { ...item.value, config: this.resolved(opened, 'config', item) };
  }

  private async opened(field: string, config: PlainObject, item: RecordItem, located: Located): Promise<PlainObject> {
    const opened = await withoutKeystore(field, config, item, this.surroundings);
    if (field in opened) return opened;
    for (const path of ['config.path', 'config.passphrase']) this.settled.add(located.place(path).path);
    return { ...config, passphrase: NO_PASSPHRASE };
  }

  private resolved(value: unknown, path: string, item: RecordItem): unknown {
    if (!isPlainObject(value)) return value;
    const { type, value: name } = value;
    if (type !== 'env' || typeof name !== 'string' || name === '') {
      const members = Object.entries(value);
      return Object.fromEntries(
        members.map(([key, member]) => [key, this.resolved(member, `${path}.${key}`, item)] as const),
      );
    }
    const found = this.surroundings.variable(name);
    if (found !== undefined) return { ...value, type: 'plain', value: found };
    item.missing(path, name);
    return value;
  }
}
