import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../kernel/change-log';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import type { Principal } from '../kernel/principal';
import { checkUnchanged, type Locked, type Precondition, type Stored } from '../kernel/record';
import type { SecretValue } from '../kernel/secret';
import { Transactions } from '../kernel/transactions';
import { ApiToken, type IssuedToken, type TokenWish } from './domain/api-token';
import { covers, excessOf, expiryFaults } from './domain/grants';
import { OperatorKey } from './domain/operator-key';
import { tokenCreated, tokenRemoved, tokenRevoked, tokenRotated } from './domain/token.audit';
import { TokenRepository } from './domain/token.repository';
import { digestOf, sameDigest, selectorOf } from './domain/token-text';
import { TokenUses } from './token-uses';

/** A token, and its text, which is nowhere else. */
export interface TokenWithText {
  readonly token: Stored<ApiToken>;
  readonly text: SecretValue;
}

/** Issues the tokens of the API and recognises them. Nobody can give, renew or revoke more than they have themselves. */
@Injectable()
export class TokensService {
  private readonly operator: { readonly digest: string; readonly principal: Principal } | undefined;

  constructor(
    private readonly tokens: TokenRepository,
    private readonly uses: TokenUses,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly changes: ChangeLog,
    { text }: OperatorKey,
  ) {
    this.operator = text && {
      digest: digestOf(text.reveal()),
      principal: { id: 'api-key', name: 'API_KEY', permissions: new Set(['*']) },
    };
  }

  /**
   * Who a token stands for; undefined where it is unknown, revoked or expired. The operator's key needs no database;
   * every other token is read each time, so that a revocation by whatever process counts at once.
   */
  async authenticate(text: string): Promise<Principal | undefined> {
    if (this.isOperator(text)) return this.operator?.principal;
    const selector = selectorOf(text);
    const token = selector === undefined ? undefined : await this.tokens.find(selector);
    const now = this.clock.now();
    if (!token?.entity.accepts(digestOf(text), now)) return undefined;
    this.uses.note(token, now);
    return token.entity.principal;
  }

  /** Whether a token is still accepted; it is neither rotated nor revoked before the end of a transaction that writes. */
  async confirm(text: string, transaction: 'reading' | 'writing'): Promise<boolean> {
    if (this.isOperator(text)) return true;
    const selector = selectorOf(text) ?? '';
    const token = await (transaction === 'writing' ? this.tokens.hold(selector) : this.tokens.find(selector));
    return token?.entity.accepts(digestOf(text), this.clock.now()) ?? false;
  }

  /** Oldest first, revoked ones too; for a caller that is restricted to some relayers only tokens within these. */
  list(request: PageRequest, by: Principal): Promise<Page<Stored<ApiToken>>> {
    return this.tokens.page(request, by.relayers);
  }

  /** @throws DomainError `not_found` */
  async get(id: string, by: Principal): Promise<Stored<ApiToken>> {
    return seen(await this.tokens.find(id), id, by);
  }

  /**
   * Issues a token; its text is nowhere but in the answer.
   * @throws DomainError `invalid` where it would have expired already, or have more than the caller
   */
  issue(wish: TokenWish, by: Principal): Promise<TokenWithText> {
    return this.transactions.run(() => {
      const now = this.clock.now();
      const faults = [...expiryFaults(wish, now), ...excessOf(wish, by)];
      if (faults.length > 0) throw DomainError.invalid(faults);
      return this.add(ApiToken.issue(wish, now));
    });
  }

  /**
   * Gives a token another text; the one before is worth nothing from then on.
   * @throws DomainError `not_found`, `precondition_failed`, `forbidden` where the token has more than the caller,
   *   `conflict` where it is revoked or has expired
   */
  rotate(id: string, by: Principal, precondition?: Precondition): Promise<TokenWithText> {
    return this.transactions.run(async () => {
      const locked = await this.locked(id, by, precondition);
      const state = locked.entity.stateAt(this.clock.now());
      if (state !== 'active') throw DomainError.conflict(`Token with ID ${id} is ${state}`);
      const { token, text } = locked.entity.rotated();
      const replaced = await this.tokens.replace(locked, token);
      await this.changes.record({ entry: tokenRotated(locked) });
      return { token: replaced, text };
    }, `token/${id}`);
  }

  /**
   * Ends a token, at once and for good. One that is revoked already stays as it is.
   * @throws DomainError `not_found`, `precondition_failed`, `forbidden` where the token has more than the caller
   */
  revoke(id: string, by: Principal, precondition?: Precondition): Promise<void> {
    return this.transactions.run(async () => {
      const locked = await this.locked(id, by, precondition);
      const now = this.clock.now();
      if (locked.entity.stateAt(now) === 'revoked') return;
      const token = locked.entity.revoked(now);
      await this.tokens.replace(locked, token);
      await this.changes.record({ entry: tokenRevoked(locked, token) });
    }, `token/${id}`);
  }

  /** Removes some of the tokens that ended before a time; returns whether there were any. */
  async removeEnded(before: Date): Promise<boolean> {
    const ids = await this.tokens.endedBefore(before);
    for (const id of ids) {
      await this.transactions.run(async () => {
        const locked = await this.tokens.lock(id);
        // Another instance was faster.
        if (!locked) return;
        await this.tokens.remove(locked);
        await this.changes.record({ entry: tokenRemoved(locked) });
      }, `token/${id}`);
    }
    return ids.length > 0;
  }

  /**
   * A token for everything where there never was one: on the very first start without an `API_KEY`.
   * @param handOver called before it is stored: where that throws, there is no token
   */
  async issueFirst(handOver?: (text: SecretValue) => void): Promise<SecretValue | undefined> {
    if (this.operator) return undefined;
    // Every start comes here: only a first one waits for others.
    const { total } = await this.tokens.page({ page: 1n, perPage: 0 });
    if (total > 0) return undefined;
    return this.transactions.run(async () => {
      if (!(await this.tokens.lockEmpty())) return undefined;
      const issued = ApiToken.issue({ name: 'first start', permissions: ['*'] }, this.clock.now());
      await this.add(issued);
      handOver?.(issued.text);
      return issued.text;
    });
  }

  private isOperator(text: string): boolean {
    return this.operator !== undefined && sameDigest(digestOf(text), this.operator.digest);
  }

  private async add({ token, text }: IssuedToken): Promise<TokenWithText> {
    const added = await this.tokens.add(token);
    await this.changes.record({ entry: tokenCreated(token) });
    return { token: added, text };
  }

  private async locked(id: string, by: Principal, precondition: Precondition | undefined): Promise<Locked<ApiToken>> {
    const locked = seen(await this.tokens.lock(id), id, by);
    if (!covers(by, locked.entity.principal))
      throw DomainError.forbidden(`Token with ID ${id} has more than its caller`);
    checkUnchanged(locked, precondition);
    return locked;
  }
}

/** @throws DomainError `not_found` also where the token names relayers that there are not for the caller */
function seen<Record extends Stored<ApiToken>>(token: Record | undefined, id: string, by: Principal): Record {
  const isHidden = by.relayers && !token?.entity.document.relayers?.every((relayer) => by.relayers?.has(relayer));
  if (!token || isHidden) throw DomainError.notFound(`Token with ID ${id} not found`);
  return token;
}
