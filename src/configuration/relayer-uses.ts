import { DomainError } from '../kernel/domain-error';
import type { RecordKind } from './domain/records/record-kind';

/** How many relayers are named in one sentence. */
const MAX_NAMED = 20;

/** Which relayers refer to records: so many of them as are named. */
export class RelayerUses {
  private readonly relayers = new Map<string, string[]>();

  add(kind: RecordKind, id: string, relayer: string): void {
    const record = nameOf(kind, id);
    const names = this.relayers.get(record) ?? [];
    if (names.length < MAX_NAMED) names.push(relayer);
    this.relayers.set(record, names);
  }

  /** @throws DomainError `conflict` where there is a use */
  refuseAny(): void {
    for (const record of this.relayers.keys()) this.refuseRecord(record);
  }

  /** @throws DomainError `conflict` where there is a use of one of some records */
  refuse(kind: RecordKind, ids: Iterable<string>): void {
    for (const id of ids) this.refuseRecord(nameOf(kind, id));
  }

  private refuseRecord(record: string): void {
    const names = this.relayers.get(record);
    if (names) throw DomainError.conflict(`${record} is used by relayers: ${names.join(', ')}`);
  }
}

/** `Signer s`, as a sentence begins. */
const nameOf = ({ name }: RecordKind, id: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${id}`;
