import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { Clock } from '../kernel/clock';
import { DomainError, type Fault } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Precondition } from '../kernel/record';
import type { SecretValue } from '../kernel/secret';
import { Shape } from '../kernel/shape';
import { Transactions } from '../kernel/transactions';
import { ApiToken, type IssuedToken } from './domain/api-token';
import { covers, excessOf } from './domain/grants';
import { OperatorKey } from './domain/operator-key';
import type { Principal } from './domain/principal';
import { tokenCreated, tokenRevoked, tokenRotated } from './domain/token.facts';
import { TokenDraft } from './domain/token.fields';
import { type KeptToken, type PublishedToken, TokenRepository } from './domain/token.repository';
import { digestOf, sameDigest, selectorOf } from './domain/token-text';
import { TokenUses } from './token-uses';

/** How many good tokens are remembered; one that is forgotten is looked for again. */
const MOST_RECOGNISED = 10_000;

/** A token whose text is shown this once. */
export interface ShownToken {
  readonly token: PublishedToken;
  readonly text: SecretValue;
}

/** Issues the tokens of the API and recognises them. Nobody can give, renew or revoke more than they have themselves. */
@Injectable()
export class TokensService {
  /** Good tokens by their digests, as they were read in a state of the repository. */
  private readonly recognised = new Map<string, { readonly kept: KeptToken; readonly state: number | undefined }>();
  private readonly operator: { readonly digest: string; readonly principal: Principal } | undefined;

  constructor(
    private readonly tokens: TokenRepository,
    private readonly uses: TokenUses,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly journal: Journal,
    { text }: OperatorKey,
  ) {
    this.operator = text && {
      digest: digestOf(text.reveal()),
      principal: { id: 'api-key', name: 'API_KEY', permissions: new Set(['*']) },
    };
  }

  /**
   * Who a token stands for that was good before, at once where nothing has changed since; undefined where it has to be
   * looked for. The operator's key is good always.
   */
  recognise(text: string): Principal | Promise<Principal | undefined> | undefined {
    const digest = digestOf(text);
    if (this.operator && sameDigest(digest, this.operator.digest)) return this.operator.principal;
    const known = this.recognised.get(digest);
    if (!known) return undefined;
    const isUnchanged = known.state !== undefined && known.state === this.tokens.state();
    return isUnchanged ? this.admit(known.kept, digest) : this.lookFor(known.kept.id, digest);
  }

  /**
   * Who a token stands for; undefined where it is unknown, revoked or expired. The operator's key needs no database;
   * every other token is read unless nothing changed, so that a revocation by whatever process counts at once.
   */
  async authenticate(text: string): Promise<Principal | undefined> {
    const known = await this.recognise(text);
    if (known) return known;
    const selector = selectorOf(text);
    return selector === undefined ? undefined : this.lookFor(selector, digestOf(text));
  }

  /** Oldest first, revoked ones too; for a caller that is restricted to some relayers only tokens within these. */
  list(request: PageRequest, by: Principal): Promise<Page<PublishedToken>> {
    return this.tokens.page(request, by.relayers);
  }

  /** @throws DomainError `not_found` */
  async get(id: string, by: Principal): Promise<PublishedToken> {
    return seen(await this.tokens.find(id), id, by);
  }

  /**
   * Issues a token; its text is nowhere but in the answer.
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault, also where the token would have more than the caller
   */
  issue(body: unknown, by: Principal): Promise<ShownToken> {
    const faults: Fault[] = [];
    const draft = Shape.of(TokenDraft).read(body, '', faults);
    const now = this.clock.now();
    if (faults.length === 0) {
      if (draft.expires_at !== undefined && new Date(draft.expires_at) <= now) {
        faults.push({ path: 'expires_at', message: 'must be in the future' });
      }
      faults.push(...excessOf(draft, by));
    }
    if (faults.length > 0) throw DomainError.invalid(faults);
    return this.transactions.run(() => this.add(ApiToken.issue(draft, now)));
  }

  /**
   * Gives a token another text; the one before is worth nothing from then on.
   * @throws DomainError `not_found`, `precondition_failed`, `forbidden` where the token has more than the caller,
   *   `conflict` where it is revoked or has expired
   */
  rotate(id: string, by: Principal, precondition?: Precondition): Promise<ShownToken> {
    return this.transactions.run(async () => {
      const kept = await this.locked(id, by, precondition);
      const state = kept.entity.stateAt(this.clock.now());
      if (state !== 'active') throw DomainError.conflict(`Token with ID ${id} is ${state}`);
      const { token, text } = kept.entity.rotated();
      const replaced = await this.tokens.replace({ ...kept, entity: token });
      this.journal.record(tokenRotated(kept));
      return { token: replaced, text };
    });
  }

  /**
   * Ends a token, at once and for good. One that is revoked already stays as it is.
   * @throws DomainError `not_found`, `precondition_failed`, `forbidden` where the token has more than the caller
   */
  revoke(id: string, by: Principal, precondition?: Precondition): Promise<void> {
    return this.transactions.run(async () => {
      const kept = await this.locked(id, by, precondition);
      const now = this.clock.now();
      if (kept.entity.stateAt(now) === 'revoked') return;
      const token = kept.entity.revoked(now);
      await this.tokens.replace({ ...kept, entity: token });
      this.journal.record(tokenRevoked(kept, token));
    });
  }

  /** A token for everything where there never was one: on the very first start without an `API_KEY`. */
  async issueFirst(): Promise<SecretValue | undefined> {
    if (this.operator) return undefined;
    // Every start comes here: only a first one waits for others.
    const { total } = await this.tokens.page({ page: 1n, perPage: 0 });
    if (total > 0) return undefined;
    return this.transactions.run(async () => {
      if (!(await this.tokens.lockEmpty())) return undefined;
      const issued = ApiToken.issue({ name: 'first start', permissions: ['*'] }, this.clock.now());
      return (await this.add(issued)).text;
    });
  }

  /** The state is taken before the reading, so that a change which overtakes it is not missed. */
  private async lookFor(id: string, digest: string): Promise<Principal | undefined> {
    const state = this.tokens.state();
    const kept = await this.tokens.find(id);
    const principal = kept && this.admit(kept, digest);
    if (!principal) this.recognised.delete(digest);
    else {
      if (this.recognised.size >= MOST_RECOGNISED) this.recognised.clear();
      this.recognised.set(digest, { kept, state });
    }
    return principal;
  }

  private admit(kept: KeptToken, digest: string): Principal | undefined {
    const now = this.clock.now();
    if (!kept.entity.accepts(digest, now)) return undefined;
    this.uses.note(kept, now);
    return kept.entity.principal;
  }

  private async add({ token, text }: IssuedToken): Promise<ShownToken> {
    const added = await this.tokens.add(token);
    this.journal.record(tokenCreated(token));
    return { token: added, text };
  }

  private async locked(id: string, by: Principal, precondition: Precondition | undefined): Promise<KeptToken> {
    const kept = seen(await this.tokens.lock(id), id, by);
    if (!covers(by, kept.entity.principal)) throw DomainError.forbidden(`Token with ID ${id} has more than its caller`);
    checkUnchanged(kept, precondition);
    return kept;
  }
}

/** @throws DomainError `not_found` also where the token names relayers that there are not for the caller */
function seen(kept: KeptToken | undefined, id: string, { relayers: own }: Principal): KeptToken {
  const relayers = kept?.entity.document.relayers;
  const isHidden = own !== undefined && !relayers?.every((relayer) => own.has(relayer));
  if (!kept || isHidden) throw DomainError.notFound(`Token with ID ${id} not found`);
  return kept;
}
