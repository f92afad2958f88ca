import { Injectable } from '@nestjs/common';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NetworkTypes } from '../relayers/domain/policies';
import { SignerKinds } from '../signers/domain/kinds';
import type { Source } from './configuration-files';
import { Configuration, type Rules } from './domain/configuration';
import { type Finding, hasErrors, sorted } from './domain/finding';
import type { ApplyOptions, Plan } from './domain/plan';
import type { Progress } from './progress';
import { Reconciler } from './reconciler';
import { UnusableConfiguration } from './unusable-configuration';
import { validateRelayers, validate } from './validate';

/** What was, or would be, done. */
export interface Outcome {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** A configuration that was validated where it would be applied. */
interface Validated {
  /** Absent where its text cannot be read. */
  readonly configuration?: Configuration;
  readonly relayerIds: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Undoes a dry run. */
class DryRun extends Error {
  constructor(readonly plan: Plan) {
    super('dry run');
  }
}

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

  /** Validates a configuration by itself. */
  validate(source: Source): Promise<readonly Finding[]> {
    return validate(source, this.rules);
  }

  /** Validates a configuration where it would be applied: what it refers to and has not has to be stored. */
  async validateHere(source: Source): Promise<readonly Finding[]> {
    return (await this.validateFully(source, false)).findings;
  }

  /**
   * What `apply` would do, found out by doing it and undoing it, so that what would go wrong does so here.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`
   */
  async plan(source: Source, options: ApplyOptions, progress?: Progress): Promise<Outcome> {
    return this.reconcile(source, options, progress, (work) =>
      this.transactions
        .run(async () => {
          throw new DryRun(await work());
        })
        .catch((error: unknown) => {
          if (error instanceof DryRun) return error.plan;
          throw error;
        }),
    );
  }

  /**
   * Makes the store what the file says, in one transaction.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`
   */
  async apply(source: Source, options: ApplyOptions, progress?: Progress): Promise<Outcome> {
    return this.reconcile(source, options, progress, (work) => this.transactions.run(work));
  }

  /** All of the file is read before anything is changed, so that all of its faults are found. */
  private async reconcile(
    source: Source,
    options: ApplyOptions,
    progress: Progress | undefined,
    run: (work: () => Promise<Plan>) => Promise<Plan>,
  ): Promise<Outcome> {
    const { configuration, relayerIds, findings } = await this.validateFully(source, true);
    if (!configuration || hasErrors(findings)) throw new UnusableConfiguration(findings);
    const plan = await run(() => this.reconciler.reconcile({ configuration, relayerIds, options }, progress));
    return { plan, warnings: findings };
  }

  private async validateFully({ document, resolver, findings }: Source, needsSecrets: boolean): Promise<Validated> {
    if (!document) return { relayerIds: new Set(), findings: sorted(findings) };
    const read = await Configuration.read(document, this.rules, { resolver, needsSecrets });
    const relayers = await this.transactions.run(() =>
      validateRelayers(read.configuration, this.reconciler.storedReferences),
    );
    const all = sorted([...findings, ...read.findings, ...relayers.findings]);
    return { configuration: read.configuration, relayerIds: relayers.ids, findings: all };
  }
}
