import type { Account, Curve } from '../../chains/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { newEntityId } from '../../kernel/entity-id';
import type { PlainObject } from '../../kernel/merge-patch';
import { oneOfMessage } from '../../kernel/one-of';
import { below, validate, type Validated } from '../../kernel/validation';
import { conceal } from './concealment';
import type { SignerKinds } from './kinds';
import type { SignerKind } from './kinds/signer-kind';
import type { SignerDraft } from './signer.fields';

/** The plain form of a signer, in the names that everybody sees. No secret is part of it. */
export interface SignerDocument {
  readonly id: string;
  readonly type: string;
  readonly config: PlainObject;
}

/** The names of variables, by the paths in the configuration that they are for; that of a keystore is `passphrase`. */
export type Variables = Readonly<Record<string, string>>;

/** Where a relayer's key lives. It is created and deleted, never changed. */
export class Signer {
  private readonly accounts = new Map<Curve, Account | undefined>();

  private constructor(
    readonly id: string,
    readonly kind: SignerKind,
    /** The whole configuration, secrets included: only for sealing and for deriving accounts. */
    readonly config: object,
    /** Those that it came from, where it came from a file. */
    readonly variables: Variables,
  ) {}

  /** @throws DomainError `invalid` with every fault: those of the draft, and those of its configuration */
  static create({ value: draft, faults }: Validated<SignerDraft>, kinds: SignerKinds): Signer {
    const kind = kinds.find(draft.type);
    if (!kind) throw DomainError.invalid([...faults, ...typeFaults(draft, kinds)]);
    const config = validate(kind.config, draft.config, 'config');
    const broken = kind.check?.(config.value) ?? [];
    const all = [
      ...faults,
      ...config.faults,
      ...broken.map((fault) => ({ ...fault, path: below('config', fault.path) })),
    ];
    if (all.length > 0) throw DomainError.invalid(all);
    return new Signer(draft.id ?? newEntityId(), kind, config.value, {});
  }

  /** A signer as it was stored. */
  static restore(id: string, kind: SignerKind, config: object, variables: Variables = {}): Signer {
    return new Signer(id, kind, config, variables);
  }

  withVariables(variables: Variables): Signer {
    return new Signer(this.id, this.kind, this.config, variables);
  }

  get document(): SignerDocument {
    return { id: this.id, type: this.kind.type, config: conceal(this.kind.config, this.config).open };
  }

  /** Its account on a curve, as far as its configuration has it. */
  account(curve: Curve): Account | undefined {
    // A public key is derived in half a millisecond, and a file may have thousands of relayers of one signer.
    if (!this.accounts.has(curve)) this.accounts.set(curve, this.kind.account?.(this.config, curve));
    return this.accounts.get(curve);
  }
}

/** A type that is no text has its fault already. */
function typeFaults({ type }: SignerDraft, kinds: SignerKinds): Fault[] {
  if (typeof type !== 'string') return [];
  const types = kinds.all().map((kind) => kind.type);
  return [{ path: 'type', message: oneOfMessage(types, type) }];
}
