import { stringifyExact } from '../../kernel/exact-json';
import { isPlainObject } from '../../kernel/merge-patch';
import type { KeptSection, Section } from './configuration-file';
import type { Findings, Place } from './finding';
import { readJsonFile } from './json-file';
import type { Reading } from './record-item';
import type { Surroundings } from './surroundings';

/** In characters of JSON: a section that is kept as it is. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** A section as it is kept: its JSON text, and its items by what tells them apart. */
export interface KeptItems {
  readonly json: string;
  /** The JSON texts of its items. */
  readonly items: ReadonlyMap<string, string>;
}

/** What tells the items of a section apart. */
type NameOf = (item: unknown) => string | undefined;

/** Networks are told apart by their type and name, as relayers name them. */
const networkName: NameOf = (item) => {
  if (!isPlainObject(item)) return undefined;
  const { type, network } = item;
  return typeof type === 'string' && typeof network === 'string' ? `${type}:${network}` : undefined;
};

const pluginName: NameOf = (item) => (isPlainObject(item) && typeof item.id === 'string' ? item.id : undefined);

/** The name of an item, by section. */
export const NAME_OF = { networks: networkName, plugins: pluginName } satisfies Record<KeptSection, NameOf>;

interface Kind {
  readonly nameOf: NameOf;
  /** What an item has to be. */
  readonly rule: string;
}

const NETWORKS: Kind = { nameOf: networkName, rule: 'must be an object with a type and the name of a network' };
const PLUGINS: Kind = { nameOf: pluginName, rule: 'must be an object with an id' };

/** The plugins of a file, as they are. */
export const readPlugins = (section: Section, { findings }: Reading): KeptItems | undefined =>
  keep([section], PLUGINS, findings);

/** The networks of a file, as they are, or those of the folder of JSON files that it names. */
export async function readNetworks(
  section: Section,
  { findings }: Reading,
  surroundings: Surroundings,
): Promise<KeptItems | undefined> {
  const sections = await networkSections(section, surroundings, findings);
  return sections && keep(sections, NETWORKS, findings);
}

/** Where networks are: in the file itself, or in those of the folder that it names; undefined where that was told. */
export async function networkSections(
  section: Section,
  surroundings: Surroundings,
  findings: Findings,
): Promise<Section[] | undefined> {
  if (section.items || typeof section.value !== 'string') return [section];
  const place = section.place('');
  if (surroundings.refusal !== undefined) {
    findings.error(place, `must be a list: ${surroundings.refusal}`, 'relayctl --url reads it where it runs');
    return undefined;
  }
  const paths = await surroundings.folder(section.value);
  if (!paths || paths.length === 0) {
    const what = paths ? 'without a .json file' : 'that cannot be read';
    findings.error(
      place,
      `names a folder ${what}: ${section.value}`,
      'paths start from the working folder or the folder of the file',
    );
    return undefined;
  }
  const sections: Section[] = [];
  for (const path of paths) sections.push(...(await sectionsIn(path, surroundings, findings)));
  return sections;
}

async function sectionsIn(file: string, surroundings: Surroundings, findings: Findings): Promise<Section[]> {
  const bytes = await surroundings.file(file);
  if (!bytes) {
    findings.error({ path: 'networks', file }, 'cannot be read');
    return [];
  }
  const read = (offset: number, length: number): Buffer => bytes.subarray(offset, offset + length);
  const content = readJsonFile({ size: bytes.length, read }, findings, file);
  const networks = content?.sections.get('networks');
  if (content && !networks) findings.error({ path: '', line: 1, file }, 'must be an object with the list networks');
  return networks ? [networks] : [];
}

function keep(sections: readonly Section[], { nameOf, rule }: Kind, findings: Findings): KeptItems | undefined {
  const named = new Map<string, string>();
  const texts: string[] = [];
  for (const section of sections) {
    if (!section.items) {
      if (section.value !== undefined) findings.error(section.place(''), 'must be a list');
      continue;
    }
    for (let index = 0; index < section.items.length; index++) {
      const { value, place } = bound(section.items.item(index, findings));
      if (value === undefined) continue;
      const text = stringifyExact(value);
      const name = nameOf(value);
      if (name === undefined) findings.error(place(), rule);
      else if (named.has(name)) findings.error(place(), `is there twice: ${name}`, 'keep one of the two');
      else named.set(name, text);
      texts.push(text);
    }
  }
  const json = `[${texts.join(',')}]`;
  if (json.length > MOST_CHARACTERS) findings.error({ path: 'networks' }, 'is too long to be kept');
  return { json, items: named };
}

const bound = (item: {
  readonly value: unknown;
  place(path: string): Place;
}): { value: unknown; place: () => Place } => ({
  value: item.value,
  place: () => item.place(''),
});
