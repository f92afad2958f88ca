import type { PlainObject } from '../../kernel/merge-patch';
import { isPlainObject } from '../../kernel/merge-patch';
import type { SignerKinds } from '../../signers/domain/kinds';
import { unknownSectionFindings } from './configuration';
import type { ConfigurationDocument, Items, Located } from './configuration-document';
import { locateAll } from './file-record';
import type { Finding, Location } from './finding';
import { lineOf, emptySectionLine } from './ndjson';
import { RECORD_KINDS } from './records';
import type { RecordKind } from './records/record-kind';
import type { Resolving } from './secret-references';

const CHUNK_CHARACTERS = 64 * 1024;

/** A configuration that refers to nothing outside of itself, so that it can be read elsewhere. */
export interface Portable {
  /** What it refers to and cannot be had, and what nobody else can find out. */
  readonly findings: readonly Finding[];
  /** Its text as NDJSON, in parts. */
  text(): Generator<string>;
  /** Where a part of it stands in the file that it was made of. */
  locate(path: string): Location;
  /** Whether all of a part is said. */
  isSettled(path: string): boolean;
}

/** The records of one kind, those that refer to anything with that in them. */
interface PortableSection {
  /** What their kind is called. */
  readonly name: string;
  readonly items: Items;
  readonly resolved: ReadonlyMap<number, PlainObject>;
}

/** Makes a configuration portable. */
export async function makePortable(
  document: ConfigurationDocument,
  kinds: SignerKinds,
  resolving: Resolving,
): Promise<Portable> {
  const sections = new Map<string, PortableSection>();
  const [findings, settled] = [[...unknownSectionFindings(document)], new Set<string>()];
  for (const kind of RECORD_KINDS) {
    const { section, name } = kind;
    const { items, findings: said } = await kind.items({
      section: document.sections.get(section),
      resolver: resolving.resolver,
    });
    findings.push(...said);
    if (!items) continue;
    const resolved = await resolveAll(kind, items, kinds, resolving);
    findings.push(...resolved.findings);
    for (const path of resolved.settled) settled.add(path);
    sections.set(section, { name, items, resolved: resolved.values });
  }
  for (const { path } of findings) settled.add(path);
  return {
    findings,
    text: () => inChunks(linesOf(sections)),
    locate: (path) => {
      const [located, rest] = find(sections, path);
      return located?.locate(rest) ?? document.sections.get(path)?.location ?? { path };
    },
    isSettled: (path) => {
      const [located] = find(sections, path);
      return settled.has(path) || (located !== undefined && located.value === undefined);
    },
  };
}

interface ResolvedSection {
  readonly values: ReadonlyMap<number, PlainObject>;
  readonly findings: readonly Finding[];
  readonly settled: readonly string[];
}

async function resolveAll(
  kind: RecordKind,
  items: Items,
  kinds: SignerKinds,
  resolving: Resolving,
): Promise<ResolvedSection> {
  const values = new Map<number, PlainObject>();
  const [findings, settled] = [[] as Finding[], [] as string[]];
  for (let index = 0; kind.resolve && index < items.length; index++) {
    const located = items.at(index);
    // Whatever is no record is for its reader to refuse.
    if (!isPlainObject(located.value) || typeof located.value.id !== 'string') continue;
    const resolved = await kind.resolve(located.value, { kinds }, resolving);
    values.set(index, resolved.value);
    findings.push(...(await locateAll(located, resolved.issues)));
    settled.push(...resolved.settled.map((path) => located.locate(path).path));
  }
  return { values, findings, settled };
}

function* linesOf(sections: ReadonlyMap<string, PortableSection>): Generator<string> {
  for (const [section, { name, items, resolved }] of sections) {
    if (items.length === 0) yield emptySectionLine(section);
    for (let index = 0; index < items.length; index++) {
      yield lineOf(name, resolved.get(index) ?? items.at(index).value ?? null);
    }
  }
}

function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** The item that a path leads into, and the rest of the path. */
function find(
  sections: ReadonlyMap<string, PortableSection>,
  path: string,
): readonly [located: Located | undefined, rest: string] {
  const [, section = '', index = '', rest = ''] = /^([^[]*)\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  const items = sections.get(section)?.items;
  return [items && Number(index) < items.length ? items.at(Number(index)) : undefined, rest];
}
