import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import { networkKey } from '../../../relayers/domain/known-networks';
import { type Items, itemsOf } from '../configuration-document';
import { error, findingAt } from '../finding';
import { readJsonDocument } from '../json-document';
import type { ReferenceResolver } from '../reference-resolver';
import type { OpenZeppelinRules } from '../rules';
import type { RecordItems, SectionOfFile } from './record-kind';

/** Where the OpenZeppelin Relayer looks for networks where its file does not say. */
const USUAL_FOLDER = 'config/networks';

/** The list of a section, or those in the files of a folder; without a section, or an empty one, of the usual folder. */
export async function networkItemsOf({ section, resolver }: SectionOfFile): Promise<RecordItems> {
  const { items, value = null, location = { path: 'networks' } } = section ?? {};
  const refuse = (message: string, hint?: string): RecordItems => ({
    findings: [findingAt(location, error('', message, hint))],
  });
  if (items) {
    if (items.length > 0) return { items, findings: [] };
    return refuse('must not be empty', 'leave it out: the networks of the OpenZeppelin Relayer are there');
  }
  if (section && section.value === undefined) return { findings: [] };
  if (value === null || value === '') {
    const paths = await resolver.folder(USUAL_FOLDER);
    return paths && paths.length > 0 ? { ...(await itemsIn(paths, resolver)), isUsual: true } : { findings: [] };
  }
  if (typeof value !== 'string') return refuse('must be a list, or the name of a folder');
  if (resolver.refusal !== undefined) {
    return refuse(`must be a list: ${resolver.refusal}`, 'relayctl --url reads it where it runs');
  }
  const paths = await resolver.folder(value);
  if (paths && paths.length > 0) return itemsIn(paths, resolver);
  const what = paths ? 'without a .json file' : 'that cannot be read';
  return refuse(`names a folder ${what}: ${value}`, 'paths start from the working folder or the folder of the file');
}

async function itemsIn(paths: readonly string[], resolver: ReferenceResolver): Promise<RecordItems> {
  const found = await Promise.all(paths.map((path) => itemsOfFile(path, resolver)));
  const lists = found.flatMap(({ items }) => (items ? [items] : []));
  return { ...(lists.length > 0 && { items: inOne(lists) }), findings: found.flatMap(({ findings }) => findings) };
}

async function itemsOfFile(file: string, resolver: ReferenceResolver): Promise<RecordItems> {
  const bytes = await resolver.file(file);
  if (!bytes) return { findings: [findingAt({ path: 'networks', file }, error('', 'cannot be read'))] };
  const { document, findings } = await readJsonDocument(bytes, { file });
  if (!document) return { findings };
  const networks = document.sections.get('networks');
  if (networks?.items) return { items: networks.items, findings };
  const issue = networks ? error('', 'must be a list') : error('', 'must be an object with the list networks');
  return { findings: [...findings, findingAt(networks?.location ?? { path: '', line: 1, file }, issue)] };
}

/** The items of several lists as those of one. */
function inOne(lists: readonly Items[]): Items {
  const places = lists.flatMap((items) => Array.from({ length: items.length }, (_, index) => ({ items, index })));
  return itemsOf(places, ({ items, index }) => items.at(index));
}

/** What is said of a network that the file refers to and has not. */
export const NOT_LISTED = 'must be among the networks of the file there: a list replaces those that it ships';

/** The networks of a file by type and name, with what they inherit. */
export function fileNetworks(items: readonly unknown[]): OpenZeppelinRules['network'] {
  const keyOf = (type: unknown, name: unknown): string =>
    networkKey({ network_type: String(type), network: String(name) });
  const known = new Map(items.filter(isPlainObject).map((item) => [keyOf(item.type, item.network), item]));
  const parentOf = ({ type, from }: PlainObject): PlainObject | undefined =>
    typeof from === 'string' ? known.get(keyOf(type, from)) : undefined;
  return (type, name) => {
    let values: PlainObject | undefined;
    const seen = new Set<PlainObject>();
    for (let next = known.get(keyOf(type, name)); next && !seen.has(next); next = parentOf(next)) {
      values = { ...next, ...values };
      seen.add(next);
    }
    return values;
  };
}
