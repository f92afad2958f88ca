import { stringifyExact } from '../kernel/exact-json';
import type { SectionName } from './domain/configuration-document';
import type { VariableNames } from './domain/exported-records';
import { emptySectionLine, lineOf } from './domain/ndjson';

/** A section of an export, whose records are read while they are written. */
export interface ExportedSection {
  readonly name: SectionName;
  readonly records: AsyncIterable<unknown>;
}

type Sections = AsyncIterable<ExportedSection>;

/** A file may have no list of these, and no empty one. */
const NEVER_EMPTY: SectionName = 'networks';

/** Without a section that must not be empty where it is. */
export async function* withoutEmpty(sections: Sections): AsyncGenerator<ExportedSection> {
  for await (const section of sections) {
    if (section.name !== NEVER_EMPTY) yield section;
    else {
      const records = section.records[Symbol.asyncIterator]();
      const first = await records.next();
      if (!first.done) yield { name: section.name, records: resumed(first.value, records) };
    }
  }
}

async function* resumed(first: unknown, rest: AsyncIterator<unknown>): AsyncGenerator {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

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
  for await (const { name, records } of sections) {
    let start = `${before}${JSON.stringify(name)}:[`;
    for await (const record of records) {
      yield start + stringifyExact(record);
      start = ',';
    }
    yield start === ',' ? ']' : `${start}]`;
    before = ',';
  }
  const rest = Object.entries({ variables: names.all, ...more() });
  yield `}${rest.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('')}},"error":""}`;
}

/** An export as NDJSON, a line each. */
export async function* linesOf(sections: Sections): AsyncGenerator<string> {
  for await (const { name, records } of sections) {
    let isEmpty = true;
    for await (const record of records) {
      yield lineOf(name, record);
      isEmpty = false;
    }
    if (isEmpty) yield emptySectionLine(name);
  }
}
