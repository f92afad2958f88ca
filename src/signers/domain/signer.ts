import type { Account, Curve } from '../../kernel/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { newEntityId } from '../../kernel/entity-id';
import type { PlainObject } from '../../kernel/merge-patch';
import { below, Shape } from '../../kernel/shape';
import { conceal } from './concealment';
import type { SignerKind } from './kinds/signer-kind';
import type { SignerDraft } from './signer.fields';

/** The plain form of a signer, in the names that everybody sees. No secret is part of it. */
export interface SignerDocument {
  readonly id: string;
  readonly type: string;
  readonly config: PlainObject;
}

/** Where a relayer's key lives. It is created and deleted, never changed. */
export class Signer {
  private constructor(
    readonly id: string,
    readonly kind: SignerKind,
    /** The whole configuration, secrets included: only for sealing and for deriving accounts. */
    readonly config: object,
  ) {}

  /**
   * @param faults what is wrong already
   * @throws DomainError of kind `invalid` with every broken rule
   */
  static create({ id, config }: SignerDraft, kind: SignerKind, faults: Fault[] = []): Signer {
    const read = Shape.of(kind.config).read(config, 'config', faults);
    for (const { path, message } of kind.check?.(read) ?? []) faults.push({ path: below('config', path), message });
    if (faults.length > 0) throw DomainError.invalid(faults);
    return new Signer(id ?? newEntityId(), kind, read);
  }

  /** A signer as it was kept. */
  static restore(id: string, kind: SignerKind, config: object): Signer {
    return new Signer(id, kind, config);
  }

  get document(): SignerDocument {
    return { id: this.id, type: this.kind.type, config: conceal(this.kind.config, this.config).open };
  }

  /** What its configuration tells of its account on a curve. */
  account(curve: Curve): Account | undefined {
    return this.kind.account?.(this.config, curve);
  }
}
