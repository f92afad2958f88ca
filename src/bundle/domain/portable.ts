import { stringifyExact } from '../../kernel/exact-json';
import type { SignerKinds } from '../../signers/domain/kinds';
import type { ConfigurationFile, Items, Section } from './configuration-file';
import { Findings, type Place } from './finding';
import { networkSections } from './kept.section';
import type { Reading } from './record-item';
import { Resolver } from './resolver';
import type { Surroundings } from './surroundings';

/** In bytes: a whole configuration that comes over HTTP. */
export const MOST_PORTABLE_BYTES = 16 * 1024 * 1024;

/** A configuration that refers to nothing outside of itself, so that it can be read elsewhere. */
export interface Portable {
  /** Undefined where it is too long, which is told. */
  readonly json: string | undefined;
  /** Where a part of it stands in the file that it was made of. */
  place(path: string): Place;
  /** Whether all of a part is told already. */
  isTold(path: string): boolean;
}

/** Makes a file portable. What it refers to and cannot be had goes to the findings, as does a text that is too long. */
export async function makePortable(
  file: ConfigurationFile,
  kinds: SignerKinds,
  surroundings: Surroundings,
  reading: Reading,
): Promise<Portable> {
  const { findings } = reading;
  const sections = new Map(file.sections);
  const networks = sections.get('networks');
  const found = networks && (await networkSections(networks, surroundings, findings));
  if (networks && found) sections.set('networks', inOne(networks, found));
  const resolver = new Resolver(kinds, surroundings, reading);
  const json = await joined(textsOf(sections, resolver, findings), findings);
  const told = new Set([...resolver.settled, ...findings.all.map(({ path }) => path)]);
  return { json, place: (path) => placeIn(sections, path), isTold: (path) => told.has(path) };
}

async function joined(parts: AsyncIterable<string>, findings: Findings): Promise<string | undefined> {
  const texts: string[] = [];
  let bytes = 0;
  for await (const text of parts) {
    texts.push(text);
    bytes += Buffer.byteLength(text);
    if (bytes > MOST_PORTABLE_BYTES) {
      const most = `${String(MOST_PORTABLE_BYTES / 1024 / 1024)} MiB`;
      const hint = 'split it: sections that a file has not are left alone';
      findings.error({ path: '' }, `is longer than the ${most} that a service takes`, hint);
      return undefined;
    }
  }
  return texts.join('');
}

async function* textsOf(
  sections: ReadonlyMap<string, Section>,
  resolver: Resolver,
  findings: Findings,
): AsyncGenerator<string> {
  let before = '{';
  for (const [name, section] of sections) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (section.items) yield* itemsOf(name, section.items, resolver, findings);
    else yield stringifyExact(section.value);
  }
  yield before === '{' ? '{}' : '}';
}

async function* itemsOf(name: string, items: Items, resolver: Resolver, findings: Findings): AsyncGenerator<string> {
  for (let index = 0; index < items.length; index++) {
    const located = items.item(index, findings);
    if (located.value === undefined) resolver.settled.add(`${name}[${String(index)}]`);
    const value = await resolver.valueOf(name, located);
    yield `${index === 0 ? '[' : ','}${stringifyExact(value)}`;
  }
  yield items.length === 0 ? '[]' : ']';
}

/** The networks of several files as one list. One that is no list stays, for its reader to refuse. */
function inOne(section: Section, sections: readonly Section[]): Section {
  const odd = sections.find(({ items }) => !items);
  if (odd || sections[0] === section) return odd ?? section;
  const places = sections.flatMap(({ items }) =>
    items ? Array.from({ length: items.length }, (_, index) => ({ items, index })) : [],
  );
  const items: Items = {
    length: places.length,
    item: (index, findings) => {
      const place = places[index];
      if (!place) throw new RangeError(`There is no network ${String(index)}`);
      return place.items.item(place.index, findings);
    },
  };
  return { items, place: section.items ? section.place : section.place('') };
}

function placeIn(sections: ReadonlyMap<string, Section>, path: string): Place {
  const [, name = '', index = '', rest = ''] = /^([^[]*)\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  const section = sections.get(path) ?? sections.get(name);
  if (!section) return { path };
  if (!section.items) return section.place('');
  const { items, place } = section;
  return Number(index) < items.length && index !== '' ? items.item(Number(index), new Findings()).place(rest) : place;
}
