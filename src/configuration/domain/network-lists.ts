import type { Items, Section } from './configuration-document';
import { error, type Finding, findingAt } from './finding';
import { readJsonDocument } from './json-document';
import type { ReferenceResolver } from './reference-resolver';

/** Where the OpenZeppelin Relayer looks for networks where its file does not say. */
const USUAL_FOLDER = 'config/networks';

/** The lists of networks that a configuration has. */
export interface NetworkLists {
  readonly lists: readonly Items[];
  readonly findings: readonly Finding[];
}

const NOTHING: NetworkLists = { lists: [], findings: [] };

/** The list of a section, or those in the files of a folder; without a section, or an empty one, of the usual folder. */
export async function networkListsOf(
  section: Section | undefined,
  resolver: ReferenceResolver,
): Promise<NetworkLists | undefined> {
  const { items, value = null, location = { path: 'networks' } } = section ?? {};
  const refuse = (message: string, hint?: string): NetworkLists => ({
    lists: [],
    findings: [findingAt(location, error('', message, hint))],
  });
  if (items) {
    if (items.length > 0) return { lists: [items], findings: [] };
    return refuse('must not be empty', 'leave it out: the networks of the OpenZeppelin Relayer are there');
  }
  if (section && section.value === undefined) return NOTHING;
  if (value === null || value === '') {
    const paths = await resolver.folder(USUAL_FOLDER);
    return paths && paths.length > 0 ? listsIn(paths, resolver) : undefined;
  }
  if (typeof value !== 'string') return refuse('must be a list, or the name of a folder');
  if (resolver.refusal !== undefined) {
    return refuse(`must be a list: ${resolver.refusal}`, 'relayctl --url reads it where it runs');
  }
  const paths = await resolver.folder(value);
  if (paths && paths.length > 0) return listsIn(paths, resolver);
  const what = paths ? 'without a .json file' : 'that cannot be read';
  return refuse(`names a folder ${what}: ${value}`, 'paths start from the working folder or the folder of the file');
}

async function listsIn(paths: readonly string[], resolver: ReferenceResolver): Promise<NetworkLists> {
  const found = await Promise.all(paths.map((path) => listIn(path, resolver)));
  return { lists: found.flatMap(({ lists }) => lists), findings: found.flatMap(({ findings }) => findings) };
}

async function listIn(file: string, resolver: ReferenceResolver): Promise<NetworkLists> {
  const bytes = await resolver.file(file);
  if (!bytes) return { lists: [], findings: [findingAt({ path: 'networks', file }, error('', 'cannot be read'))] };
  const { document, findings } = await readJsonDocument(bytes, { file });
  if (!document) return { lists: [], findings };
  const networks = document.sections.get('networks');
  if (networks?.items) return { lists: [networks.items], findings };
  const issue = networks ? error('', 'must be a list') : error('', 'must be an object with the list networks');
  return { lists: [], findings: [...findings, findingAt(networks?.location ?? { path: '', line: 1, file }, issue)] };
}
