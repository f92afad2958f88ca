import { isUtf8 } from 'node:buffer';
import { itemsOf, type Located, type ReadDocument, type Section } from './configuration-document';
import { error, type Finding, findingAt } from './finding';
import type { Member, Span } from './json-parts';
import { scanJson } from './json-scan';
import { JsonValue, unsoundAt } from './json-value';

/**
 * Reads a configuration in JSON.
 * @param options `file`: its name, where it is not the file that was given
 */
export async function readJsonDocument(
  bytes: Buffer,
  { file, signal }: { readonly file?: string; readonly signal?: AbortSignal } = {},
): Promise<ReadDocument> {
  const named = file === undefined ? {} : { file };
  if (!isUtf8(bytes)) return { findings: [{ ...invalidUtf8(bytes), ...named }] };
  const given = bytes.toString('utf8');
  const text = withoutMark(given);
  const { members, issues } = await scanJson(text, signal);
  const findings = issues.map((issue) =>
    findingAt({ path: issue.path, line: issue.line, column: issue.column, ...named }, issue),
  );
  if (!members) return { findings };
  const sections = new Map(members.map((member) => [member.name, sectionOf(text, member, file)] as const));
  return { document: { sections, hasMark: text !== given }, findings };
}

/** A reader may ignore a byte order mark (RFC 8259, 8.1). */
export const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Where the first byte is that is not what its own decoding would be encoded as. */
function invalidUtf8(bytes: Buffer): Finding {
  const again = Buffer.from(bytes.toString('utf8'));
  const before = bytes
    .subarray(
      0,
      bytes.findIndex((byte, index) => byte !== again[index]),
    )
    .toString('utf8')
    .split('\n');
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return findingAt({ path: '', ...position }, error('', 'must be valid UTF-8'));
}

function sectionOf(text: string, { name, span, items: spans }: Member, file: string | undefined): Section {
  const named = file === undefined ? {} : { file };
  const at = (path: string, { offset, length, line, column, isSound }: Span): Located => {
    const start = { path, line, column, ...named };
    return isSound ? new JsonValue(text.slice(offset, offset + length), start) : unsoundAt(start);
  };
  const location = { path: name, line: span.line, column: span.column, ...named };
  if (!spans) return { location, value: at(name, span).value };
  return { location, items: itemsOf(spans, (item, index) => at(`${name}[${String(index)}]`, item)) };
}
