import { stringifyExact } from '../../kernel/exact-json';
import { within } from './configuration-document';
import { error, type Issue } from './finding';
import { nearest } from './hints';
import { scanJson } from './json-scan';
import { RECORD_KINDS } from './records';

const SHAPE = `write a record a line: {"relayer": {…}}`;

/** An issue of a line; its path is below the record. */
export type LineIssue = Issue & { readonly column: number };

/** A line of NDJSON: a record, the word that a section is there, or nothing that can be read. */
export interface Line {
  readonly section?: string;
  /** What the line calls the record; absent where it only says that its section is there. */
  readonly record?: string;
  readonly issues: readonly LineIssue[];
}

/** @param text of a line without its end */
export async function readLine(text: string): Promise<Line> {
  const { members, issues } = await scanJson(text);
  if (!members) {
    const isObject = text.trimStart().startsWith('{');
    return { issues: isObject ? issues : [{ ...error('', 'must be a JSON object', SHAPE), column: 1 }] };
  }
  const [member, ...more] = members;
  if (!member || more.length > 0) return { issues: [{ ...error('', 'must have one member', SHAPE), column: 1 }] };
  const { name, items } = member;
  const kind = RECORD_KINDS.find((known) => known.name === name || (known.section === name && items?.length === 0));
  if (!kind) {
    const names = RECORD_KINDS.map((known) => known.name);
    return { issues: [{ ...error('', `has no known record: ${name}`, nearest(name, names)), column: 1 }] };
  }
  const below = issues.map((issue) => ({ ...issue, path: issue.path.slice(name.length).replace(/^\./, '') }));
  return { section: kind.section, ...(kind.name === name && { record: name }), issues: below };
}

/** @param name what its kind is called */
export const lineOf = (name: string, record: unknown): string => `${stringifyExact({ [name]: record })}\n`;

/** Says that a section is there, and that it may have no record. */
export const emptySectionLine = (section: string): string => `${JSON.stringify({ [section]: [] })}\n`;

/** A whole configuration, a record a line; what it says of a section is there even where that has no record. */
export function* ndjsonOf(configuration: Readonly<Record<string, unknown>>): Generator<string> {
  for (const { section, name } of RECORD_KINDS) {
    const records = configuration[section];
    if (!Array.isArray(records)) continue;
    if (records.length === 0) yield emptySectionLine(section);
    for (const record of records) yield lineOf(name, record);
  }
}

/** The path of a part of a record of a section. */
export const pathInSection = (section: string, index: number, path: string): string =>
  within(`${section}[${String(index)}]`, path);
