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

/** An export in the envelope of an answer, in parts. */
export async function* jsonOf(sections: Sections, names: VariableNames): AsyncGenerator<string> {
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
  yield `},"variables":${JSON.stringify(names.all)}},"error":""}`;
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
