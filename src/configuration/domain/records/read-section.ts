import type { Items } from '../configuration-document';
import { type FileRecord, locateAll, type Reading, recordsOf } from '../file-record';
import type { Inquiry } from '../finding';

/** The records of a section. */
export interface ReadSection<Entity> {
  readonly records: ReadonlyMap<string, Entity>;
  /** Those with errors, too. */
  readonly ids: ReadonlySet<string>;
  /** Those that are nothing. */
  readonly leftOut: ReadonlySet<string>;
}

/** Reads records one after the other; one that is left out is read as null. */
export async function readEach<Entity>(
  items: Items,
  read: (record: FileRecord) => Promise<Reading<Entity | null>> | Reading<Entity | null>,
  { findings: all, signal }: Inquiry,
): Promise<ReadSection<Entity>> {
  const [records, ids, leftOut] = [new Map<string, Entity>(), new Set<string>(), new Set<string>()];
  for await (const { record, findings } of recordsOf(items, signal)) {
    if (all.isFull) break;
    all.add(findings);
    if (!record) continue;
    const { value, issues } = await read(record);
    ids.add(record.id);
    if (value === null) leftOut.add(record.id);
    else if (value !== undefined) records.set(record.id, value);
    all.add(await locateAll(record.located, [...record.issues, ...issues]));
  }
  return { records, ids, leftOut };
}
