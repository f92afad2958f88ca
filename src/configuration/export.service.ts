import { Injectable } from '@nestjs/common';
import type { PlainObject } from '../kernel/merge-patch';
import type { ManyOf, Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { inTurns } from '../kernel/turns';
import type { Exporting } from './domain/exporting';
import type { OpenZeppelinForm } from './domain/openzeppelin-form';
import { RECORD_KINDS, type SectionName } from './domain/records';
import { signerRecords } from './domain/records/signer.records';
import { VariableNames } from './domain/variable-names';
import type { ExportedSection } from './exported-text';
import { RecordStores } from './record-stores';
import { opened } from './section-plan';

/** A whole configuration, its sections in the order in which a file has them; amounts are exact. */
export type ExportedConfiguration = Readonly<Record<SectionName, readonly PlainObject[]>>;

/** A configuration, and the variables that hold its secrets wherever it is used. */
export interface Export {
  readonly configuration: ExportedConfiguration;
  readonly variables: readonly string[];
}

/** Writes what is stored as a configuration. No secret is part of it. */
@Injectable()
export class ExportService {
  constructor(
    private readonly stores: RecordStores,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Everything, by id within each section, so that the same records give the same text.
   * @param form that of the OpenZeppelin Relayer; without it, that which this service reads itself
   * @throws DomainError `conflict` where a record cannot be opened: an export without it would be taken for the whole
   */
  export(form?: OpenZeppelinForm): Promise<Export> {
    return this.read({ form, masked: new Set() }, async (sections, names) => {
      const configuration: Record<string, PlainObject[]> = {};
      for await (const { kind, records } of sections) {
        const list: PlainObject[] = [];
        for await (const record of records) list.push(record);
        if (list.length > 0 || kind.mayBeEmpty) configuration[kind.section] = list;
      }
      return { configuration: configuration as unknown as ExportedConfiguration, variables: names.all };
    });
  }

  /**
   * Has the sections read, one after the other, of one state of the store.
   * @param work gets the names of the variables that the records refer to so far
   * @throws DomainError as {@link export}
   */
  read<T>(
    view: Pick<Exporting, 'form' | 'masked'>,
    work: (sections: AsyncIterable<ExportedSection>, names: VariableNames) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const names = new VariableNames();
    const signers = (ids: readonly string[]) => this.stores.entities(signerRecords, ids);
    const exporting = { ...view, refer: names.refer, referred: new Set<string>(), signers };
    return this.transactions.read(() => work(this.sections(exporting, signal), names));
  }

  private async *sections(exporting: Exporting, signal: AbortSignal | undefined): AsyncGenerator<ExportedSection> {
    for (const kind of RECORD_KINDS) {
      const { many } = this.stores.of(kind);
      yield { kind, records: kind.exported(() => batches(many, signal), exporting) };
    }
  }
}

/** All records of a collection, by id, some at a time. */
async function* batches<Entity>(
  records: ManyOf<Entity>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Stored<Entity>[]> {
  for await (const ids of inTurns(idsOf(records), signal)) {
    const found = await opened(() => records.find(ids));
    yield ids.flatMap((id) => found.get(id) ?? []);
  }
}

async function* idsOf<Entity>(records: ManyOf<Entity>): AsyncGenerator<readonly string[]> {
  for (let ids = await records.idsAfter(''); ids.length > 0; ids = await records.idsAfter(ids.at(-1) ?? '')) yield ids;
}
