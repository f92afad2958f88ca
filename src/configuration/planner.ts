import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { partsOf } from '../kernel/parts';
import { inTurns, taken } from '../kernel/turns';
import { NetworkTypes } from '../relayers/domain/policies';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import type { Configuration } from './domain/configuration';
import { FileRelayers } from './domain/file-relayers';
import type { Inquiry } from './domain/finding';
import { type Plan, planOf } from './domain/plan';
import { LEAVING_ORDER, READING_ORDER, WRITING_ORDER } from './domain/records';
import type { RecordKind } from './domain/records/record-kind';
import { relayerRecords } from './domain/records/relayer.records';
import { signerRecords } from './domain/records/signer.records';
import { RecordStores } from './record-stores';
import { RelayerDependencies } from './relayer-dependencies';
import { RelayerSpool } from './relayer-spool';
import { RemainingRelayers } from './remaining-relayers';
import type { Planning } from './section-plan';
import { SectionPlans } from './section-plans';

const MAX_NAMED = 20;

/** A plan, with all that it takes to carry it out until it is closed. */
export interface Planned {
  readonly plan: Plan;
  /** How long it is as a text, roughly. */
  readonly bytes: number;
  readonly plans: SectionPlans;
  readonly dependencies: Pick<RelayerDependencies, 'moved' | 'served' | 'references'>;
  readonly remaining: RemainingRelayers;
  close(): void;
}

/** Finds out what has to change so that the store is what a file says. Changes nothing. */
@Injectable()
export class Planner {
  constructor(
    private readonly stores: RecordStores,
    private readonly relayers: RelayerRepository,
    private readonly networkTypes: NetworkTypes,
  ) {}

  /** Adds what is wrong with the relayers of a file to the findings; what they refer to and it has not has to be stored. */
  async validate(configuration: Configuration, inquiry: Inquiry): Promise<void> {
    const stored = new RelayerDependencies(this.stores, this.relayers, new Map());
    await taken(new FileRelayers(configuration, stored).read(inquiry), inquiry.signal);
  }

  /**
   * Needs a transaction that reads. Where anything is wrong with the relayers, which is added to the findings, there is no plan.
   * @throws DomainError `conflict` where a record is stored that must not be, or is needed by one that stays
   */
  async plan(configuration: Configuration, planning: Planning): Promise<Planned | undefined> {
    const spool = new RelayerSpool(this.networkTypes);
    try {
      const planned = await this.planned(configuration, planning, spool);
      if (!planned) spool.close();
      return planned;
    } catch (error) {
      spool.close();
      throw error;
    }
  }

  private async planned(
    configuration: Configuration,
    planning: Planning,
    spool: RelayerSpool,
  ): Promise<Planned | undefined> {
    const { options, findings, signal, progress } = planning;
    const plans = new SectionPlans(this.stores, planning, spool);
    const signers = new Map(configuration.records(signerRecords));
    const dependencies = new RelayerDependencies(this.stores, this.relayers, signers);
    const file = new FileRelayers(configuration, dependencies, signers);
    for (const kind of READING_ORDER) {
      for await (const wanted of inTurns(partsOf(configuration.records(kind).values()), signal)) {
        for await (const settled of plans.of(kind).settle(wanted)) dependencies.note(kind, settled);
      }
      if (kind !== relayerRecords) continue;
      for await (const wanted of file.read(planning)) {
        // Its faults are all that is asked for then.
        if (findings.hasErrors) continue;
        for await (const settled of plans.of(relayerRecords).settle(wanted)) dependencies.noteRelayer(settled);
        progress?.(file.ids.size);
      }
      if (findings.hasErrors) return undefined;
    }
    for (const kind of LEAVING_ORDER) {
      const ids = kind === relayerRecords ? file.ids : configuration.section(kind)?.ids;
      if (configuration.has(kind)) await plans.of(kind).prune(ids ?? new Set());
    }
    const leavingOf = (kind: RecordKind): ReadonlySet<string> =>
      new Set(plans.of(kind).leaving.planned.map(({ id }) => id));
    const going = leavingOf(relayerRecords);
    const isPlanned = (id: string): boolean => going.has(id) || (options.onConflict === 'replace' && file.ids.has(id));
    await dependencies.served.check(isPlanned);
    dependencies.checkLeaving(leavingOf);
    const leaving = new Map(relayerRecords.referred.map((kind) => [kind, leavingOf(kind)]));
    const stakes = { accounts: dependencies.accounts, leaving };
    const remaining = new RemainingRelayers(this.stores.of(relayerRecords).many, stakes, isPlanned);
    await remaining.check(signal);
    const parts = WRITING_ORDER.map(([kind, step]) => plans.of(kind)[step]);
    const conflicts = parts.flatMap((part) => part.conflicts);
    if (conflicts.length > 0) throw refusal(conflicts);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    return { plan: planOf(parts), bytes, plans, dependencies, remaining, close: () => spool.close() };
  }
}

function refusal(conflicts: readonly string[]): DomainError {
  const rest = conflicts.length - MAX_NAMED;
  const names = conflicts.slice(0, MAX_NAMED).join(', ');
  return DomainError.conflict(`Already stored: ${names}${rest > 0 ? ` and ${String(rest)} more` : ''}`);
}
