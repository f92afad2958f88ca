import { RECORD_KINDS } from './domain/records';
import type { Identified, RecordKind } from './domain/records/record-kind';
import { relayerRecords } from './domain/records/relayer.records';
import type { RecordStores } from './record-stores';
import type { RelayerSpool } from './relayer-spool';
import { type Planning, SectionPlan } from './section-plan';

/** What is to become of the records of each kind. */
export class SectionPlans {
  private readonly plans = new Map<RecordKind, unknown>();

  /** @param spool for relayers, of which there may be too many for memory until they are written */
  constructor(stores: RecordStores, planning: Planning, spool: RelayerSpool) {
    for (const kind of RECORD_KINDS) this.plans.set(kind, new SectionPlan(kind, stores.of(kind).many, planning));
    const relayers = stores.of(relayerRecords).many;
    this.plans.set(relayerRecords, new SectionPlan(relayerRecords, relayers, planning, spool.add));
  }

  of<Entity extends Identified>(kind: RecordKind<Entity>): SectionPlan<Entity> {
    return this.plans.get(kind) as SectionPlan<Entity>;
  }
}
