import { stringifyExact } from '../../kernel/exact-json';
import { isPlainObject } from '../../kernel/merge-patch';
import { inTurns } from '../../kernel/turns';
import {
  type Items,
  type Located,
  type Section,
  UNSUPPORTED_SECTIONS,
  type UnsupportedSection,
} from './configuration-document';
import { error, type Finding, findingAt, type Inquiry } from './finding';
import { readJsonDocument } from './json-document';
import { isMaskedValue } from './masked-values';
import type { ReferenceResolver } from './reference-resolver';

/** In characters of JSON: a section that is stored as it is. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

const MASKED = 'must be whole: a URL in it is masked by ***';

/** A section that is stored as it is: its JSON text, and those of its items by what tells them apart. */
export interface UnsupportedItems {
  readonly json: string;
  readonly items: ReadonlyMap<string, string>;
}

interface Kind {
  readonly nameOf: (item: unknown) => string | undefined;
  /** What an item has to be. */
  readonly rule: string;
}

const KINDS: Readonly<Record<UnsupportedSection, Kind>> = {
  networks: {
    nameOf: (item) => {
      if (!isPlainObject(item)) return undefined;
      const { type, network } = item;
      return typeof type === 'string' && typeof network === 'string' ? `${type}:${network}` : undefined;
    },
    rule: 'must be an object with a type and the name of a network',
  },
  plugins: {
    nameOf: (item) => (isPlainObject(item) && typeof item.id === 'string' ? item.id : undefined),
    rule: 'must be an object with an id',
  },
};

/** What tells an item of a section apart. */
export const nameOfItem = (section: UnsupportedSection, item: unknown): string | undefined =>
  KINDS[section].nameOf(item);

/** The unsupported sections of a document; networks may be in the files of a folder. */
export async function readUnsupported(
  sections: ReadonlyMap<string, Section>,
  resolver: ReferenceResolver,
  inquiry: Inquiry,
): Promise<ReadonlyMap<UnsupportedSection, UnsupportedItems>> {
  const found = new Map<UnsupportedSection, UnsupportedItems>();
  for (const name of UNSUPPORTED_SECTIONS) {
    const section = sections.get(name);
    // In the reference, no list is no plugins.
    if (!section || (name === 'plugins' && section.value === null)) continue;
    const lists = await listsOf(name, section, resolver);
    inquiry.findings.add(lists.findings);
    found.set(name, await readItems(name, lists.items, inquiry));
  }
  return found;
}

/** The lists of a section: its own, or those in the files of the folder that stands in place of networks. */
export async function listsOf(
  name: UnsupportedSection,
  { items, value, location }: Section,
  resolver: ReferenceResolver,
): Promise<{ readonly items: readonly Items[]; readonly findings: readonly Finding[] }> {
  if (items) return { items: [items], findings: [] };
  const refuse = (message: string, hint?: string): Awaited<ReturnType<typeof listsOf>> => ({
    items: [],
    findings: [findingAt(location, error('', message, hint))],
  });
  if (value === undefined) return { items: [], findings: [] };
  if (name !== 'networks' || typeof value !== 'string') return refuse('must be a list');
  if (resolver.refusal !== undefined) {
    return refuse(`must be a list: ${resolver.refusal}`, 'relayctl --url reads it where it runs');
  }
  const paths = (await resolver.folder(value)) ?? [];
  if (paths.length === 0) {
    const what = (await resolver.folder(value)) ? 'without a .json file' : 'that cannot be read';
    const hint = 'paths start from the working folder or the folder of the file';
    return refuse(`names a folder ${what}: ${value}`, hint);
  }
  const lists = await Promise.all(paths.map((path) => listIn(path, resolver)));
  return {
    items: lists.flatMap(({ items: found }) => (found ? [found] : [])),
    findings: lists.flatMap((list) => list.findings),
  };
}

async function listIn(
  file: string,
  resolver: ReferenceResolver,
): Promise<{ readonly items?: Items; readonly findings: readonly Finding[] }> {
  const bytes = await resolver.file(file);
  if (!bytes) return { findings: [findingAt({ path: 'networks', file }, error('', 'cannot be read'))] };
  const { document, findings } = await readJsonDocument(bytes, { file });
  if (!document) return { findings };
  const networks = document.sections.get('networks');
  if (networks?.items) return { items: networks.items, findings };
  const issue = networks ? error('', 'must be a list') : error('', 'must be an object with the list networks');
  return { findings: [...findings, findingAt(networks?.location ?? { path: '', line: 1, file }, issue)] };
}

async function readItems(
  name: UnsupportedSection,
  lists: readonly Items[],
  { findings, signal }: Inquiry,
): Promise<UnsupportedItems> {
  const { nameOf, rule } = KINDS[name];
  const items = new Map<string, string>();
  const texts: string[] = [];
  for await (const located of inTurns(allOf(lists), signal)) {
    if (findings.isFull) break;
    if (located.value === undefined) continue;
    const text = stringifyExact(located.value);
    const itemName = nameOf(located.value);
    texts.push(text);
    if (isMaskedValue(located.value)) findings.add([findingAt(located.locate(''), error('', MASKED))]);
    if (itemName === undefined) findings.add([findingAt(located.locate(''), error('', rule))]);
    else if (!items.has(itemName)) items.set(itemName, text);
    else {
      const issue = error('', `is there twice: ${itemName}`, 'keep one of the two');
      findings.add([findingAt(located.locate(''), issue)]);
    }
  }
  const json = `[${texts.join(',')}]`;
  if (json.length > MAX_CHARACTERS) findings.add([findingAt({ path: name }, error('', 'is too long to be stored'))]);
  return { json, items };
}

function* allOf(lists: readonly Items[]): Generator<Located> {
  for (const list of lists) for (let index = 0; index < list.length; index++) yield list.at(index);
}
