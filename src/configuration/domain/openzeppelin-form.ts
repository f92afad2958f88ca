import { readHex } from '../../chains/encodings';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { SigningKey } from '../../notifications/domain/signing-key';
import type { NetworkType } from '../../relayers/domain/policies/policy';
import { replaceSecrets } from '../../signers/domain/concealment';
import type { Signer } from '../../signers/domain/signer';
import { pathOf, within } from './configuration-document';
import type { ExportForm } from './export-form';
import type { Refer } from './exported-records';
import { type Finding, warning } from './finding';
import { MAX_AMOUNT, unknownThere } from './openzeppelin-policies';

/** The variable of the passphrase of keystores that came from none. */
const PASSPHRASE = 'KEYSTORE_PASSPHRASE';

/** A key that goes into an encrypted file. */
export interface Keystore {
  /** From the folder of the configuration, which is `config` in that in which the OpenZeppelin Relayer runs. */
  readonly file: string;
  /** Where it is referred to. */
  readonly at: string;
  readonly key: Uint8Array;
  /** The name of the variable with the passphrase. */
  readonly variable: string;
}

/** What the OpenZeppelin Relayer starts on, as far as it can hold what is stored here. */
export class OpenZeppelinForm implements ExportForm {
  // There, an empty list of networks is a fault, and without a list it does not start where its folder of them is missing.
  readonly needsNetworks = true;
  readonly keystores: Keystore[] = [];
  /** What it cannot hold. */
  readonly losses: Finding[] = [];
  private readonly written = { signers: 0, notifications: 0, relayers: 0 };

  signer(signer: Signer, refer: Refer): PlainObject {
    const { id, kind, config, variables } = signer;
    const at = this.place('signers');
    const { keystore, references = [] } = kind.inFiles ?? {};
    if (keystore !== undefined) return this.keystoreSigner(signer, keystore, at, refer);
    const written = replaceSecrets(kind.config, config, (path, text) =>
      refer({ place: ['SIGNER', id, path], text, variable: variables[path] }),
    );
    const texts = references.flatMap((name) => {
      const [text, variable] = [written[name], variables[name]];
      if (typeof text !== 'string') return [];
      const place = ['SIGNER', id, name];
      return [
        [name, variable === undefined ? { type: 'plain', value: text } : refer({ place, text, variable })] as const,
      ];
    });
    return { id, type: kind.type, config: { ...written, ...Object.fromEntries(texts) } };
  }

  notification({ events, ...document }: PlainObject, key: SigningKey | undefined): PlainObject {
    const at = this.place('notifications');
    if (events !== undefined) this.lose(within(at, 'events'), 'is not known there: it has events of relayers only');
    if (SigningKey.isShort(key?.reveal())) {
      this.lose(within(at, 'signing_key'), 'has fewer than 32 bytes, and it starts with no such key');
    }
    return document;
  }

  relayer(document: PlainObject, networkType: NetworkType): PlainObject {
    const at = within(this.place('relayers'), 'policies');
    let policies = document.policies as PlainObject;
    for (const { path, message, isRefused } of unknownThere(networkType, policies)) {
      this.lose(within(at, pathOf(path)), message);
      if (isRefused) policies = without(policies, path) as PlainObject;
    }
    for (const [name, amount] of Object.entries(policies)) {
      if (typeof amount !== 'bigint' || amount <= MAX_AMOUNT) continue;
      this.lose(within(at, name), 'is over 2^64-1, which its file cannot hold: it is left out');
      policies = without(policies, [name]) as PlainObject;
    }
    return { ...document, policies };
  }

  private keystoreSigner(
    { id, kind, config, variables }: Signer,
    field: string,
    at: string,
    refer: Refer,
  ): PlainObject {
    const { [field]: key, ...rest } = config as PlainObject;
    for (const [name, value] of Object.entries(rest)) {
      if (value !== undefined)
        this.lose(within(at, `config.${name}`), 'is not known there: a keystore has the key only');
    }
    const variable = variables.passphrase ?? PASSPHRASE;
    // Nobody knows the passphrase yet: whatever names the variable of one means the same.
    const passphrase = refer({ place: [PASSPHRASE], text: `the passphrase in ${variable}`, variable });
    const file = `keys/${id}.json`;
    const path = `config/${file}`;
    this.keystores.push({
      file,
      at: within(at, 'config.path'),
      key: readHex(key as string) ?? new Uint8Array(),
      variable: passphrase.value,
    });
    return { id, type: kind.type, config: { path, passphrase } };
  }

  private place(section: keyof OpenZeppelinForm['written']): string {
    return `${section}[${String(this.written[section]++)}]`;
  }

  private lose(path: string, message: string): void {
    this.losses.push(warning(path, message));
  }
}

/** A value without what stands at a path. */
function without(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === first ? without(item, rest) : item));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== first || rest.length > 0);
  return Object.fromEntries(members.map(([name, member]) => [name, name === first ? without(member, rest) : member]));
}
