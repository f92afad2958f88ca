import { type Document, isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { isPlainObject } from '../../kernel/merge-patch';
import { itemsOf, type Located, type ReadDocument, type Section, segmentsOf, within } from './configuration-document';
import { error, type Finding, findingAt, type Issue, type Location } from './finding';
import { FORBIDDEN_NAMES, MAX_LEVELS } from '../../kernel/exact-json';

/** Within the sections of a document. */
const LEVEL_OF_VALUES = 3;

type Path = readonly (string | number)[];

/** Reads a configuration in YAML 1.2. */
export function readYamlDocument(text: string): ReadDocument {
  const lines = new LineCounter();
  const document = parse(text, lines);
  if (!document) return { findings: [findingAt({ path: '', line: 1, column: 1 }, error('', 'is nested too deep'))] };
  const reader = new YamlReader(document, lines);
  if (document.errors.length > 0) {
    const findings = document.errors.map(({ message, pos }) =>
      findingAt(reader.locationAt(pos[0], ''), error('', `is not valid YAML: ${message}`)),
    );
    return { findings };
  }
  if (!isMap(document.contents)) {
    const issue = error('', 'must be a mapping', 'its members are the sections of the configuration');
    return { findings: [findingAt(reader.locationAt(0, ''), issue)] };
  }
  const read = document.contents.items.map(({ key }) => reader.section(String(isScalar(key) ? key.value : key)));
  const sections = new Map(read.map(({ section }) => [section.location.path, section] as const));
  return { document: { sections }, findings: read.flatMap(({ findings }) => findings) };
}

function parse(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, { intAsBigInt: true, lineCounter, prettyErrors: false });
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

class YamlReader {
  constructor(
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  section(name: string): { readonly section: Section; readonly findings: readonly Finding[] } {
    const location = this.locate([name], name);
    const node = this.document.get(name, true);
    if (!isSeq(node)) {
      const { located, findings } = this.located([name], name);
      return { section: { location, value: located.value }, findings };
    }
    const read = node.items.map((_, index) => this.located([name, index], `${name}[${String(index)}]`));
    return {
      section: { location, items: itemsOf(read, ({ located }) => located) },
      findings: read.flatMap(({ findings }) => findings),
    };
  }

  locationAt(offset: number, path: string): Location {
    const { line, col } = this.lines.linePos(offset);
    return { path, line: Math.max(1, line), column: Math.max(1, col) };
  }

  private located(path: Path, base: string): { readonly located: Located; readonly findings: readonly Finding[] } {
    const { value, issues } = this.valueOf(path);
    const location = this.locate(path, base);
    const locate = (part: string): Location => this.locate([...path, ...segmentsOf(part)], within(base, part));
    return { located: { value, characters: 0, locate }, findings: issues.map((issue) => findingAt(location, issue)) };
  }

  private locate(segments: Path, path: string): Location {
    for (let length = segments.length; length > 0; length--) {
      const node: unknown = this.document.getIn(segments.slice(0, length), true);
      if (isNode(node) && node.range) return this.locationAt(node.range[0], path);
    }
    return this.locationAt(0, path);
  }

  private valueOf(path: Path): { readonly value: unknown; readonly issues: readonly Issue[] } {
    const node: unknown = this.document.getIn(path, true);
    try {
      const value: unknown = isCollection(node) || isNode(node) ? node.toJS(this.document) : node;
      const issues = unsoundness(value);
      return { value: issues.length > 0 ? undefined : plain(value), issues };
    } catch (thrown) {
      // Of aliases that multiply, or a value that contains itself.
      if (!(thrown instanceof ReferenceError) && !(thrown instanceof RangeError)) throw thrown;
      return { value: undefined, issues: [error('', 'has aliases that cannot be resolved')] };
    }
  }
}

/** What JSON could not say, or would not say in the same way. */
function unsoundness(value: unknown, level = LEVEL_OF_VALUES): Issue[] {
  if (typeof value === 'number' && !Number.isFinite(value))
    return [error('', 'has a number that cannot be kept exactly')];
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    return [error('', 'must not contain NUL or lone surrogates')];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (level > MAX_LEVELS) return [error('', `must not be nested over ${String(MAX_LEVELS)} levels`)];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(FORBIDDEN_NAMES.has(name) ? [error('', `must not have a member named ${name}`)] : []),
    ...unsoundness(member, level + 1),
  ]);
}

/** A value with whole numbers as `number` where that holds them exactly. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
