import { Injectable } from '@nestjs/common';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NetworkTypes } from '../relayers/domain/policies';
import { SignerKinds } from '../signers/domain/kinds';
import { Bundle, type Rules } from './domain/bundle';
import type { Finding, Findings } from './domain/finding';
import type { Plan, Wish } from './domain/plan';
import { Reconciler } from './reconciler';
import { UnusableConfiguration } from './unusable-configuration';
import type { Source } from './source';
import { rehearse, validate } from './validate';

/** What was, or would be, done. */
export interface Outcome {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** Undoes what was tried. */
class Tried extends Error {
  constructor(readonly plan: Plan) {
    super('tried');
  }
}

const NOBODY = (): void => undefined;

/** What can be done with a whole configuration. Every change is all or nothing. */
@Injectable()
export class ConfigurationService {
  private readonly rules: Rules;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly transactions: Transactions,
    kinds: SignerKinds,
    networkTypes: NetworkTypes,
    urls: UrlRules,
  ) {
    this.rules = { kinds, networkTypes, urls };
  }

  /** Judges a configuration by itself. */
  validate(source: Source): Promise<Findings> {
    return validate(source, this.rules);
  }

  /** Judges a configuration where it would be applied: what it refers to and has not has to be stored. */
  async validateHere({ file, surroundings, findings }: Source): Promise<Findings> {
    if (!file) return findings;
    const bundle = await Bundle.read(file, this.rules, surroundings, findings, true);
    await this.transactions.run(() => rehearse(bundle, this.reconciler.stored));
    return findings;
  }

  /**
   * What `apply` would do, found out by doing it and undoing it, so that what would go wrong does so here.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`
   */
  async plan(source: Source, wish: Wish, progress = NOBODY as (done: number) => void): Promise<Outcome> {
    const bundle = await this.read(source);
    const attempt = this.transactions.run(async () => {
      throw new Tried(await this.reconciler.reconcile(bundle, wish, progress));
    });
    return attempt.catch((error: unknown) => {
      if (!(error instanceof Tried)) throw error;
      return { plan: error.plan, warnings: bundle.findings.all };
    });
  }

  /**
   * Makes the store what the file says, in one transaction.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`
   */
  async apply(source: Source, wish: Wish, progress = NOBODY as (done: number) => void): Promise<Outcome> {
    const bundle = await this.read(source);
    const plan = await this.transactions.run(() => this.reconciler.reconcile(bundle, wish, progress));
    return { plan, warnings: bundle.findings.all };
  }

  /** All of the file is read before anything is changed, so that all of its faults are told. */
  private async read({ file, surroundings, findings }: Source): Promise<Bundle> {
    if (!file) throw new UnusableConfiguration(findings.all);
    const bundle = await Bundle.read(file, this.rules, surroundings, findings, false);
    await this.transactions.run(() => rehearse(bundle, this.reconciler.stored));
    if (findings.hasErrors) throw new UnusableConfiguration(findings.all);
    return bundle;
  }
}
