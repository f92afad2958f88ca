import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NetworkKinds } from '../networks/domain/kinds';
import { NetworkRules } from '../networks/domain/network.rules';
import { KnownNetworks } from '../relayers/domain/known-networks';
import { NetworkTypes } from '../relayers/domain/policies';
import { SignerKinds } from '../signers/domain/kinds';
import type { Source } from './configuration-files';
import { Configuration } from './domain/configuration';
import { type Finding, Findings, warning, findingAt } from './domain/finding';
import type { ApplyOptions, Plan } from './domain/plan';
import { networkRecords } from './domain/records/network.records';
import type { Rules } from './domain/rules';
import { OutdatedPlan } from './outdated-plan';
import { type Planned, Planner } from './planner';
import { RecordStores } from './record-stores';
import type { Planning } from './section-plan';
import { UnusableConfiguration } from './unusable-configuration';
import { Writer } from './writer';

/** How often a plan is made at most where others change what it is about before it is carried out. */
const ATTEMPTS = 5;
const NOT_COMPARED = 'has secrets, which are not compared: that needs the permission configuration:write';

/** What was, or would be, done. */
export interface Outcome {
  readonly plan: Plan;
  /** How long the plan is as a text, roughly. */
  readonly bytes: number;
  readonly warnings: readonly Finding[];
}

/**
 * For whom some work on a configuration is done: the signal ends it, of which nothing is left then, and they may learn
 * which secrets would change where nothing is said.
 */
export type Errand = Partial<Pick<Planning, 'progress' | 'signal' | 'comparesSecrets'>>;

/**
 * What can be done with a whole configuration. It is validated and compared outside of the transaction that writes, so that
 * no writer waits for that. Every change is all or nothing.
 * @see docs/adr/0018-a-plan-is-made-without-the-write-lock.md
 */
@Injectable()
export class ConfigurationService {
  private readonly rules: Rules;

  constructor(
    private readonly planner: Planner,
    private readonly writer: Writer,
    private readonly transactions: Transactions,
    kinds: SignerKinds,
    networkTypes: NetworkTypes,
    urls: UrlRules,
    networkKinds: NetworkKinds,
    stores: RecordStores,
    known: KnownNetworks,
  ) {
    const beside = (ids: readonly string[]) => transactions.read(() => stores.entities(networkRecords, ids));
    const reading = { kinds: networkKinds, rules: new NetworkRules(networkKinds, urls), beside };
    this.rules = { kinds, networkTypes, urls, networks: reading, known };
  }

  /** Validates a configuration where it would be applied: what it refers to and has not has to be stored. */
  async validateHere(
    { document, resolver, findings: known }: Source,
    signal?: AbortSignal,
  ): Promise<readonly Finding[]> {
    const findings = new Findings();
    findings.add(known);
    if (!document) return findings.all;
    const inquiry = { findings, signal };
    const configuration = await Configuration.read(document, this.rules, { resolver, secrets: 'wanted' }, inquiry);
    await this.transactions.read(() => this.planner.validate(configuration, inquiry));
    return findings.all;
  }

  /**
   * What `apply` would do.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`
   */
  async plan(source: Source, options: ApplyOptions, errand: Errand = {}): Promise<Outcome> {
    return this.withPlan(source, options, errand, async () => undefined);
  }

  /**
   * Makes the store what the file says, in one transaction.
   * @throws UnusableConfiguration where the file has faults; DomainError `conflict`, `precondition_failed` where the plan is
   * another one than the options name
   */
  async apply(source: Source, options: ApplyOptions, errand: Errand = {}): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.withPlan(source, options, errand, async (planned) => {
          if (options.digest !== undefined && options.digest !== planned.plan.digest) throw otherPlan();
          const prepared = await this.writer.prepare(planned, errand.signal);
          try {
            await this.transactions.run(() => this.writer.write(planned, prepared, errand.signal));
          } finally {
            prepared.close();
          }
        });
      } catch (error) {
        if (!(error instanceof OutdatedPlan)) throw error;
        if (attempt === ATTEMPTS) throw DomainError.conflict('Others keep changing what the file is about');
      }
    }
  }

  /** All of the file is read before anything is done with the plan, so that all of its faults are found. */
  private async withPlan(
    { document, resolver, findings: known }: Source,
    options: ApplyOptions,
    { comparesSecrets = true, ...errand }: Errand,
    work: (planned: Planned) => Promise<void>,
  ): Promise<Outcome> {
    const findings = new Findings();
    findings.add(known);
    if (!document) throw new UnusableConfiguration(findings.all);
    const planning: Planning = { ...errand, findings, options, comparesSecrets };
    const resolving = { resolver, secrets: 'needed' } as const;
    const configuration = await Configuration.read(document, this.rules, resolving, planning);
    const planned = await this.planned(configuration, planning);
    if (!planned) throw new UnusableConfiguration(findings.all);
    try {
      await work(planned);
      if (!comparesSecrets && configuration.hasSecrets)
        findings.add([findingAt({ path: '' }, warning('', NOT_COMPARED))]);
      return { plan: planned.plan, bytes: planned.bytes, warnings: findings.all };
    } finally {
      planned.close();
    }
  }

  private async planned(configuration: Configuration, planning: Planning): Promise<Planned | undefined> {
    let made: Planned | undefined;
    try {
      return await this.transactions.read(async () => (made = await this.planner.plan(configuration, planning)));
    } catch (error) {
      // The transaction may have failed at its end.
      made?.close();
      throw error;
    }
  }
}

const otherPlan = (): DomainError =>
  new DomainError('precondition_failed', 'What would change is no longer what was agreed to');
