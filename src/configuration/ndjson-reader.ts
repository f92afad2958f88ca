import { isUtf8 } from 'node:buffer';
import { inTurns } from '../kernel/turns';
import type { Bytes } from './bytes';
import { itemsOf, type ReadDocument, type Section } from './domain/configuration-document';
import { error, Findings, findingAt } from './domain/finding';
import { withoutMark } from './domain/json-document';
import { MAX_RECORD, MAX_RECORDS } from './domain/json-scan';
import { JsonValue, unsoundAt } from './domain/json-value';
import { pathInSection, readLine } from './domain/ndjson';

const CHUNK_BYTES = 256 * 1024;
const NEW_LINE = 0x0a;
/** With those that have nothing on them: each takes some time. */
const MAX_LINES = 2 * MAX_RECORDS;

const NOTHING = Buffer.alloc(0);

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
  const spans = new Map<string, RecordSpan[]>();
  const findings = new Findings();
  let count = 0;
  for await (const { bytes, ...span } of inTurns(linesIn(source, signal), signal)) {
    const text = isUtf8(bytes) ? withoutMark(bytes.toString('utf8')) : undefined;
    const tooMuch = tooMuchAt(bytes.length, span.line, count);
    if (text === undefined || tooMuch !== undefined) {
      const message = tooMuch ?? 'must be valid UTF-8';
      findings.add([findingAt({ path: '', line: span.line, column: 1 }, error('', message))]);
      if (tooMuch !== undefined) return { findings: findings.all };
    } else if (text.trim() !== '') {
      const { section, record, issues } = await readLine(text);
      const records = section === undefined ? undefined : (spans.get(section) ?? []);
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

/** Why a text is read no further. */
function tooMuchAt(length: number, line: number, records: number): string | undefined {
  if (records > MAX_RECORDS) return `must not have over ${String(MAX_RECORDS)} records`;
  if (length > MAX_RECORD) return 'must not be a line of over 9 MiB';
  return line > MAX_LINES ? `must not have over ${String(MAX_LINES)} lines` : undefined;
}

/** The lines of a text; one that is too long is the last, and has no end. */
async function* linesIn(source: Bytes, signal?: AbortSignal): AsyncGenerator<LineSpan & { readonly bytes: Buffer }> {
  let begun: Buffer[] = [];
  let [offset, length, line] = [0, 0, 1];
  for await (const chunk of inTurns(chunksOf(source), signal)) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      const bytes = begun.length + end - start === 0 ? NOTHING : Buffer.concat([...begun, chunk.subarray(start, end)]);
      // There may be very many with nothing on them: they are counted, but take nobody else's time.
      if (bytes.length > 0 || line > MAX_LINES) yield { bytes, offset, length: bytes.length, line };
      line++;
      start = end + 1;
      offset += bytes.length + 1;
      [begun, length] = [[], 0];
    }
    begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_RECORD) break;
  }
  if (length > 0) yield { bytes: Buffer.concat(begun), offset, length, line };
}

function* chunksOf(source: Bytes): Generator<Buffer> {
  for (let read = 0; read < source.size;) {
    const chunk = source.read(read, CHUNK_BYTES);
    // A file that became shorter meanwhile has no more.
    if (chunk.length === 0) return;
    read += chunk.length;
    yield chunk;
  }
}

function sectionOf(source: Bytes, name: string, spans: readonly RecordSpan[]): Section {
  const items = itemsOf(spans, (span, index) => {
    const start = { path: pathInSection(name, index, ''), line: span.line, column: 1 };
    if (!span.isSound) return unsoundAt(start);
    const text = source.read(span.offset, span.length).toString('utf8');
    return new JsonValue(withoutMark(text), start, [span.record]);
  });
  return { location: { path: name, line: spans[0]?.line ?? 1 }, items };
}
