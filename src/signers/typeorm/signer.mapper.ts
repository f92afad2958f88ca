import type { SecretBox } from '../../encryption/secret-box';
import { parseExact, stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import { Locked, type Stored } from '../../kernel/record';
import { validate } from '../../kernel/validation';
import type { NewRow } from '../../persistence/record-table';
import { conceal, reveal } from '../domain/concealment';
import type { SignerKinds } from '../domain/kinds';
import { Signer, type SignerDocument } from '../domain/signer';
import { locationOfSecret, readSecrets, type SignerRow, writeSecrets } from './signer.row';

/** Between signers and their rows. */
export class SignerMapper {
  constructor(
    private readonly box: SecretBox,
    private readonly kinds: SignerKinds,
  ) {}

  stored({ seq, id, version, type, config }: SignerRow): Stored<SignerDocument> {
    return { entity: { id, type, config: parseExact(config) as PlainObject }, position: seq, version };
  }

  /** @throws SealError where a secret does not open */
  locked({ seq, id, version, type, config, secrets, variables }: SignerRow): Locked<Signer> {
    const kind = this.kinds.find(type);
    if (!kind) throw new Error(`Nothing here knows the signer type ${type}`);
    const opened = readSecrets(id, secrets).map(
      ([path, sealed]) => [path, this.box.open(sealed, locationOfSecret(id, path))] as const,
    );
    const whole = reveal(kind.config, { open: parseExact(config) as PlainObject, secrets: new Map(opened) });
    const names = variables === null ? {} : (JSON.parse(variables) as Record<string, string>);
    return new Locked(Signer.restore(id, kind, validate(kind.config, whole).value, names), seq, version);
  }

  row({ id, kind, config, variables }: Signer, version: number): NewRow<SignerRow> {
    const { open, secrets } = conceal(kind.config, config);
    const sealed = [...secrets].map(
      ([path, secret]) => [path, this.box.seal(secret, locationOfSecret(id, path))] as const,
    );
    return {
      id,
      version,
      type: kind.type,
      config: stringifyExact(open),
      secrets: writeSecrets(sealed),
      key_id: sealed.length > 0 ? this.box.keyId : null,
      variables: Object.keys(variables).length > 0 ? JSON.stringify(variables) : null,
    };
  }
}
