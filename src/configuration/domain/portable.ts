import type { PlainObject } from '../../kernel/merge-patch';
import { isPlainObject } from '../../kernel/merge-patch';
import type { SignerKinds } from '../../signers/domain/kinds';
import { sectionNameFindings } from './configuration';
import {
  type ConfigurationDocument,
  type Items,
  type Located,
  SECTIONS,
  type SectionName,
} from './configuration-document';
import { locateAll } from './file-record';
import type { Finding, Location } from './finding';
import { lineOf, emptySectionLine } from './ndjson';
import { networkListsOf } from './network-lists';
import { resolveNotification } from './notification.section';
import type { Resolved, Resolving } from './secret-references';
import { resolveSigner } from './signer.section';

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

type Resolve = (value: PlainObject) => Promise<Resolved<PlainObject>> | Resolved<PlainObject>;

/** Makes a configuration portable. */
export async function makePortable(
  document: ConfigurationDocument,
  kinds: SignerKinds,
  resolving: Resolving,
): Promise<Portable> {
  const signers = await resolveAll(document.sections.get('signers')?.items, (value) =>
    resolveSigner(value, kinds, resolving),
  );
  const notifications = await resolveAll(document.sections.get('notifications')?.items, (value) =>
    resolveNotification(value, resolving),
  );
  const lists = new Map<SectionName, Items>();
  const findings = [...sectionNameFindings(document), ...signers.findings, ...notifications.findings];
  for (const name of SECTIONS) {
    const section = document.sections.get(name);
    if (name === 'networks') {
      const found = await networkListsOf(section, resolving.resolver);
      findings.push(...(found?.findings ?? []));
      if (found && found.lists.length > 0) lists.set(name, inOne(found.lists));
    } else if (section?.items) lists.set(name, section.items);
  }
  const settled = new Set([...findings.map(({ path }) => path), ...signers.settled, ...notifications.settled]);
  const values = { signers: signers.values, notifications: notifications.values };
  return {
    findings,
    text: () => inChunks(linesOf(lists, values)),
    locate: (path) => {
      const [located, rest] = find(lists, path);
      return located?.locate(rest) ?? document.sections.get(path)?.location ?? { path };
    },
    isSettled: (path) => {
      const [located] = find(lists, path);
      return settled.has(path) || (located !== undefined && located.value === undefined);
    },
  };
}

interface ResolvedSection {
  readonly values: ReadonlyMap<number, unknown>;
  readonly findings: readonly Finding[];
  readonly settled: readonly string[];
}

async function resolveAll(items: Items | undefined, resolve: Resolve): Promise<ResolvedSection> {
  const values = new Map<number, unknown>();
  const [findings, settled] = [[] as Finding[], [] as string[]];
  for (let index = 0; index < (items?.length ?? 0); index++) {
    const located = items?.at(index);
    // Whatever is no record is for its reader to refuse.
    if (!located || !isPlainObject(located.value) || typeof located.value.id !== 'string') continue;
    const resolved = await resolve(located.value);
    values.set(index, resolved.value);
    findings.push(...(await locateAll(located, resolved.issues)));
    settled.push(...resolved.settled.map((path) => located.locate(path).path));
  }
  return { values, findings, settled };
}

function* linesOf(
  lists: ReadonlyMap<SectionName, Items>,
  resolved: Readonly<Partial<Record<SectionName, ReadonlyMap<number, unknown>>>>,
): Generator<string> {
  for (const [name, items] of lists) {
    if (items.length === 0) yield emptySectionLine(name);
    for (let index = 0; index < items.length; index++) {
      yield lineOf(name, resolved[name]?.get(index) ?? items.at(index).value ?? null);
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

/** The items of several lists as those of one. */
function inOne(lists: readonly Items[]): Items {
  const places = lists.flatMap((items) => Array.from({ length: items.length }, (_, index) => ({ items, index })));
  const at = (index: number): Located => {
    const found = places[index];
    if (!found) throw new RangeError(`There is no item ${String(index)}`);
    return found.items.at(found.index);
  };
  return { length: places.length, at };
}

/** The item that a path leads into, and the rest of the path. */
function find(
  lists: ReadonlyMap<SectionName, Items>,
  path: string,
): readonly [located: Located | undefined, rest: string] {
  const [, name, index = '', rest = ''] = /^([^[]*)\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  const section = SECTIONS.find((known) => known === name);
  const items = section && lists.get(section);
  return [items && Number(index) < items.length ? items.at(Number(index)) : undefined, rest];
}
