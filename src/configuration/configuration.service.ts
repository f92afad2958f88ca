import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NetworkKinds } from '../networks/domain/kinds';
import type { Network } from '../networks/domain/network';
import { NetworkRepository } from '../networks/domain/network.repository';
import { NetworkRules } from '../networks/domain/network.rules';
import { KnownNetworks } from '../relayers/domain/known-networks';
import { NetworkTypes } from '../relayers/domain/policies';
import { SignerKinds } from '../signers/domain/kinds';
import type { Source } from './configuration-files';
import { Configuration, type Rules } from './domain/configuration';
import { type Finding, Findings, warning, findingAt } from './domain/finding';
import type { ApplyOptions, Plan } from './domain/plan';
import { OutdatedPlan } from './outdated-plan';
import type { Planned, Planning } from './planned';
import { Planner } from './planner';
import type { Progress } from './progress';
import { opened } from './section-plan';
import { UnusableConfiguration } from './unusable-configuration';
import { Writer } from './writer';

/** How often a plan is made at most where others change what it is about before it is carried out. */
const ATTEMPTS = 5;
const NOT_COMPARED = 'has secrets, which are not compared: that needs the permission configuration:write';

/** What was, or would be, done. */
export interface Outcome {
  readonly plan: Plan;
  readonly warnings: readonly Finding[];
}

/** For whom some work on a configuration is done. */
export interface Errand {
  readonly progress?: Progress | undefined;
  /** Ends the work, of which nothing is left then. */
  readonly signal?: AbortSignal | undefined;
  /** Whether they may learn which secrets would change; they may where nothing is said. */
  readonly comparesSecrets?: boolean;
}

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
    networks: NetworkRepository,
    known: KnownNetworks,
  ) {
    const beside = async (ids: readonly string[]): Promise<ReadonlyMap<string, Network>> => {
      const stored = await opened(() => this.transactions.read(() => networks.many.find(ids)));
      return new Map([...stored].map(([id, { entity }]) => [id, entity]));
    };
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
          await this.transactions.run(() => this.writer.write(planned, errand.signal));
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
    const planned = await this.transactions.read(() => this.planner.plan(configuration, planning));
    if (!planned) throw new UnusableConfiguration(findings.all);
    try {
      await work(planned);
      if (!comparesSecrets && configuration.hasSecrets)
        findings.add([findingAt({ path: '' }, warning('', NOT_COMPARED))]);
      return { plan: planned.plan, warnings: findings.all };
    } finally {
      planned.close();
    }
  }
}

const otherPlan = (): DomainError =>
  new DomainError('precondition_failed', 'What would change is no longer what was agreed to');
