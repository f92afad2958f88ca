import { stringifyExact } from '../../kernel/exact-json';
import { SECTIONS, type SectionName, within } from './configuration-document';
import { error, type Issue } from './finding';
import { nearest } from './hints';
import { scanJson } from './json-scan';

/** What a line calls a record of a section. */
const RECORD_NAMES = {
  relayers: 'relayer',
  signers: 'signer',
  notifications: 'notification',
  networks: 'network',
  plugins: 'plugin',
} as const satisfies Record<SectionName, string>;

const NAMES = Object.values(RECORD_NAMES);
const SHAPE = `write a record a line: {"relayer": {…}}`;

/** An issue of a line; its path is below the record. */
export type LineIssue = Issue & { readonly column: number };

/** A line of NDJSON: a record, the word that a section is there, or nothing that can be read. */
export interface Line {
  readonly section?: SectionName;
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
  const section = SECTIONS.find((known) => RECORD_NAMES[known] === name || (known === name && items?.length === 0));
  if (!section) {
    return { issues: [{ ...error('', `has no known record: ${name}`, nearest(name, NAMES)), column: 1 }] };
  }
  const isRecord = section !== name;
  const below = issues.map((issue) => ({ ...issue, path: issue.path.slice(name.length).replace(/^\./, '') }));
  return { section, ...(isRecord && { record: name }), issues: below };
}

export const lineOf = (section: SectionName, record: unknown): string =>
  `${stringifyExact({ [RECORD_NAMES[section]]: record })}\n`;

/** Says that a section is there, and that it may have no record. */
export const emptySectionLine = (section: SectionName): string => `${JSON.stringify({ [section]: [] })}\n`;

/** A whole configuration, a record a line; what it says of a section is there even where that has no record. */
export function* ndjsonOf(configuration: Readonly<Partial<Record<SectionName, unknown>>>): Generator<string> {
  for (const section of SECTIONS) {
    const records = configuration[section];
    if (!Array.isArray(records)) continue;
    if (records.length === 0) yield emptySectionLine(section);
    for (const record of records) yield lineOf(section, record);
  }
}

/** The path of a part of a record of a section. */
export const pathInSection = (section: SectionName, index: number, path: string): string =>
  within(`${section}[${String(index)}]`, path);
