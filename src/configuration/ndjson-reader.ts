import { isUtf8 } from 'node:buffer';
import { inTurns } from '../kernel/turns';
import type { Bytes } from './bytes';
import type { Items, Located, ReadDocument, Section, SectionName } from './domain/configuration-document';
import { error, Findings, findingAt } from './domain/finding';
import { withoutMark } from './domain/json-document';
import { JsonValue, unsoundAt } from './domain/json-value';
import { pathInSection, readLine } from './domain/ndjson';

/** In bytes: no record comes near it, and each is read as a whole. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_RECORDS = 1_000_000;
const CHUNK_BYTES = 256 * 1024;
const NEW_LINE = 0x0a;

/** Where a line stands in its file. */
interface LineSpan {
  readonly offset: number;
  readonly length: number;
  /** Counts from 1. */
  readonly line: number;
}

type RecordSpan = LineSpan & { readonly record: string; readonly isSound: boolean };

/**
 * Reads a configuration in NDJSON, a record a line, of which only the positions of the records stay in memory: they are
 * read from the bytes whenever they are needed.
 */
export async function readNdjson(source: Bytes, signal?: AbortSignal): Promise<ReadDocument> {
  const spans = new Map<SectionName, RecordSpan[]>();
  const findings = new Findings();
  let count = 0;
  for await (const { bytes, ...span } of inTurns(linesIn(source), signal)) {
    const text = isUtf8(bytes) ? withoutMark(bytes.toString('utf8')) : undefined;
    const tooMuch = bytes.length > MAX_LINE_BYTES || count > MAX_RECORDS;
    if (text === undefined || tooMuch) {
      const rule = bytes.length > MAX_LINE_BYTES ? 'must not be a line of over 4 MiB' : 'must be valid UTF-8';
      const message = count > MAX_RECORDS ? `must not have over ${String(MAX_RECORDS)} records` : rule;
      findings.add([findingAt({ path: '', line: span.line, column: 1 }, error('', message))]);
      if (tooMuch) return { findings: findings.all };
    } else if (text.trim() !== '') {
      const { section, record, issues } = await readLine(text);
      const records = section && (spans.get(section) ?? []);
      const path = (part: string): string => (section ? pathInSection(section, records?.length ?? 0, part) : '');
      findings.add(
        issues.map((issue) => findingAt({ path: path(issue.path), line: span.line, column: issue.column }, issue)),
      );
      if (section && records) spans.set(section, records);
      if (record !== undefined) {
        const { offset, length, line } = span;
        records?.push({ offset, length, line, record, isSound: issues.length === 0 });
      }
      count++;
    }
    if (findings.isFull) return { findings: findings.all };
  }
  const sections = [...spans].map(([name, records]) => [name, sectionOf(source, name, records)] as const);
  return { document: { sections: new Map(sections) }, findings: findings.all };
}

/** The lines of a text; one that is too long is the last, and has no end. */
async function* linesIn(source: Bytes): AsyncGenerator<LineSpan & { readonly bytes: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for (let read = 0; read < source.size && rest.length <= MAX_LINE_BYTES;) {
    const chunk = source.read(read, CHUNK_BYTES);
    const offset = read - rest.length;
    read += chunk.length;
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE, start)) {
      yield { bytes: rest.subarray(start, end), offset: offset + start, length: end - start, line: line++ };
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield { bytes: rest, offset: source.size - rest.length, length: rest.length, line };
}

function sectionOf(source: Bytes, name: SectionName, spans: readonly RecordSpan[]): Section {
  const at = (index: number): Located => {
    const span = spans[index];
    if (!span) throw new RangeError(`There is no record ${String(index)}`);
    const start = { path: pathInSection(name, index, ''), line: span.line, column: 1 };
    if (!span.isSound) return unsoundAt(start);
    const text = source.read(span.offset, span.length).toString('utf8');
    return new JsonValue(withoutMark(text), start, [span.record]);
  };
  const items: Items = { length: spans.length, at };
  return { location: { path: name, line: spans[0]?.line ?? 1 }, items };
}
