import { isUtf8 } from 'node:buffer';
import { type Bytes, Misread, type Span } from './byte-cursor';
import type { ConfigurationFile, Items, Located, Section } from './configuration-file';
import type { Findings, Place } from './finding';
import { scanMembers, type ScannedMember } from './json-scanner';
import { JsonValue } from './json-value';

/** What stands where the text cannot be read; the reason is told already. */
const UNREADABLE = (place: Place): Located => ({ value: undefined, place: (path) => ({ ...place, path }) });

/**
 * Reads a configuration of any length: what is kept of it in memory is where its records stand. What cannot be read goes
 * to `findings`.
 * @param file its name, where it is not the file that was given
 */
export function readJsonFile(bytes: Bytes, findings: Findings, file?: string): ConfigurationFile | undefined {
  const named = file === undefined ? {} : { file };
  try {
    const sections = new Map<string, Section>();
    for (const member of scanMembers(bytes)) {
      const place = { path: member.name, line: member.span.line, column: member.span.column, ...named };
      if (sections.has(member.name)) findings.error(place, 'is given twice', 'put both into one section');
      sections.set(member.name, sectionOf(bytes, member, findings, place));
    }
    return { sections };
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    findings.error({ path: '', line: error.line, column: error.column, ...named }, error.message, error.hint);
    return undefined;
  }
}

function sectionOf(bytes: Bytes, { span, items: spans }: ScannedMember, findings: Findings, place: Place): Section {
  if (!spans) return readSpan(bytes, span, findings, place);
  const items: Items = {
    length: spans.length,
    item: (index, told) => {
      const { line, column } = spans.at(index);
      const path = `${place.path}[${String(index)}]`;
      return readSpan(bytes, spans.at(index), told, { ...place, path, line, column });
    },
  };
  return { items, place };
}

function readSpan(bytes: Bytes, { offset, length, line, column }: Span, findings: Findings, place: Place): Located {
  const slice = bytes.read(offset, length);
  if (!isUtf8(slice)) {
    findings.error(place, 'must be valid UTF-8');
    return UNREADABLE(place);
  }
  return JsonValue.read(slice.toString('utf8'), { ...place, line, column }, findings) ?? UNREADABLE(place);
}
