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
import { error, findingAt, type Inquiry } from './finding';
import { isMaskedValue } from './masked-values';

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
  plugins: {
    nameOf: (item) => (isPlainObject(item) && typeof item.id === 'string' ? item.id : undefined),
    rule: 'must be an object with an id',
  },
};

/** What tells an item of a section apart. */
export const nameOfItem = (section: UnsupportedSection, item: unknown): string | undefined =>
  KINDS[section].nameOf(item);

/** The unsupported sections of a document. */
export async function readUnsupported(
  sections: ReadonlyMap<string, Section>,
  inquiry: Inquiry,
): Promise<ReadonlyMap<UnsupportedSection, UnsupportedItems>> {
  const found = new Map<UnsupportedSection, UnsupportedItems>();
  for (const name of UNSUPPORTED_SECTIONS) {
    const section = sections.get(name);
    // In the reference, no list is no plugins.
    if (!section || section.value === null) continue;
    if (section.items) found.set(name, await readItems(name, section.items, inquiry));
    else if (section.value !== undefined)
      inquiry.findings.add([findingAt(section.location, error('', 'must be a list'))]);
  }
  return found;
}

async function readItems(
  name: UnsupportedSection,
  list: Items,
  { findings, signal }: Inquiry,
): Promise<UnsupportedItems> {
  const { nameOf, rule } = KINDS[name];
  const items = new Map<string, string>();
  const texts: string[] = [];
  for await (const located of inTurns(allOf(list), signal)) {
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

function* allOf(list: Items): Generator<Located> {
  for (let index = 0; index < list.length; index++) yield list.at(index);
}
