import type { Principal } from '../../kernel/principal';
import type { SecretValue } from '../../kernel/secret';
import type { Grant } from './permissions';
import { newSelector, newTokenText, sameDigest } from './token-text';

/** The plain form of a token, in the names that everybody sees. Instants are texts in ISO 8601, in UTC. */
export interface TokenDocument {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Grant[];
  /** The only relayers that there are for it; null for all. */
  readonly relayers: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** Null before the first use; a use makes no new version. */
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** What somebody asks of a new token. */
export interface TokenWish {
  readonly name: string;
  readonly permissions: readonly Grant[];
  readonly relayers?: readonly string[];
  readonly expires_at?: string;
}

/** A token whose text was just made: the text is nowhere else. */
export interface IssuedToken {
  readonly token: ApiToken;
  readonly text: SecretValue;
}

export type TokenState = 'active' | 'expired' | 'revoked';

/** A credential of the API. Of its text only a digest is known: it can be recognised, and never be given out again. */
export class ApiToken {
  /** Who it stands for. */
  readonly principal: Principal;

  private constructor(
    readonly document: TokenDocument,
    /** SHA-256 of the whole text, in hex. */
    readonly digest: string,
  ) {
    const { id, name, permissions, relayers, expires_at } = document;
    this.principal = {
      id,
      name,
      permissions: new Set(permissions),
      relayers: relayers === null ? undefined : new Set(relayers),
      expiresAt: expires_at === null ? undefined : new Date(expires_at),
    };
  }

  static issue({ name, permissions, relayers, expires_at }: TokenWish, now: Date): IssuedToken {
    const id = newSelector();
    const { text, digest } = newTokenText(id);
    const document: TokenDocument = {
      id,
      name,
      permissions: [...new Set(permissions)],
      relayers: relayers === undefined ? null : [...new Set(relayers)],
      created_at: now.toISOString(),
      expires_at: expires_at === undefined ? null : new Date(expires_at).toISOString(),
      last_used_at: null,
      revoked_at: null,
    };
    return { token: new ApiToken(document, digest), text };
  }

  /** A token as it was stored. */
  static restore(document: TokenDocument, digest: string): ApiToken {
    return new ApiToken(document, digest);
  }

  get id(): string {
    return this.document.id;
  }

  stateAt(now: Date): TokenState {
    if (this.document.revoked_at !== null) return 'revoked';
    const { expiresAt } = this.principal;
    return expiresAt !== undefined && now >= expiresAt ? 'expired' : 'active';
  }

  /** Whether a text with this digest is accepted as the token. */
  accepts(digest: string, now: Date): boolean {
    return sameDigest(digest, this.digest) && this.stateAt(now) === 'active';
  }

  /** The same token with another text; the one before is worth nothing from then on. */
  rotated(): IssuedToken {
    const { text, digest } = newTokenText(this.id);
    return { token: new ApiToken(this.document, digest), text };
  }

  revoked(now: Date): ApiToken {
    return new ApiToken({ ...this.document, revoked_at: now.toISOString() }, this.digest);
  }
}
