import { stringifyExact } from '../kernel/exact-json';
import type { PlainObject } from '../kernel/merge-patch';
import { emptySectionLine, lineOf } from './domain/ndjson';
import type { RecordKind } from './domain/records/record-kind';
import type { VariableNames } from './domain/variable-names';

/** A section of an export, whose records are read while they are written. */
export interface ExportedSection {
  readonly kind: RecordKind;
  readonly records: AsyncIterable<PlainObject>;
}

type Sections = AsyncIterable<ExportedSection>;

/**
 * An export in the envelope of an answer, in parts.
 * @param more further members of its data, once all of it was read
 */
export async function* jsonOf(
  sections: Sections,
  names: VariableNames,
  more: () => Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let before = '{"success":true,"data":{"configuration":{';
  for await (const { kind, records } of sections) {
    let start = `${before}${JSON.stringify(kind.section)}:[`;
    for await (const record of records) {
      yield start + stringifyExact(record);
      start = ',';
    }
    const isEmpty = start !== ',';
    if (isEmpty && !kind.mayBeEmpty) continue;
    yield isEmpty ? `${start}]` : ']';
    before = ',';
  }
  const rest = Object.entries({ variables: names.all, ...more() });
  yield `}${rest.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('')}},"error":""}`;
}

/** An export as NDJSON, a line each. */
export async function* linesOf(sections: Sections): AsyncGenerator<string> {
  for await (const { kind, records } of sections) {
    let isEmpty = true;
    for await (const record of records) {
      yield lineOf(kind.name, record);
      isEmpty = false;
    }
    if (isEmpty && kind.mayBeEmpty) yield emptySectionLine(kind.section);
  }
}
