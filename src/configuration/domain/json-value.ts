import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { parseNumbersBy, readNumber } from '../../kernel/exact-json';
import { type Located, segmentsOf, within } from './configuration-document';
import type { Location } from './finding';
import type { Position } from './json-parts';

/** What the fast parser would round, or read as something else: many digits, fractions, exponents, a negative zero. */
const NEEDS_CARE = /\d{16}|\d[.eE]|-0/;

/** A number of another form than that of an integer, if it is none within a text. */
const HAS_FLOATS = /\d(?:\.\d|[eE])/;

/** In characters: of a longer text of very many parts nothing but its begin is located, as that would take others their turn. */
const MAX_LOCATED = 512 * 1024;
const MAX_PARTS_LOCATED = 10_000;

/** A JSON value of a file, whose text is sound, and the locations of its parts, which are looked for when asked for. */
export class JsonValue implements Located {
  readonly value: unknown;
  readonly characters: number;
  private root: Node | undefined;
  private lines: readonly number[] | undefined;

  /** @param parents the way to the value from the outermost one of the text */
  constructor(
    private readonly text: string,
    private readonly start: Location & Position,
    private readonly parents: readonly string[] = [],
  ) {
    this.characters = text.length;
    this.value = parents.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], readExact(text));
  }

  locate(path: string): Location {
    const segments: JSONPath = [...this.parents, ...segmentsOf(path)];
    const { file } = this.start;
    const position = this.positionOf(segments);
    return { path: within(this.start.path, path), ...position, ...(file !== undefined && { file }) };
  }

  written(path: string): string | undefined {
    if (!HAS_FLOATS.test(this.text)) return undefined;
    const tree = this.tree();
    const node = tree && findNodeAtLocation(tree, [...this.parents, ...segmentsOf(path)]);
    return node?.type === 'number' ? this.text.slice(node.offset, node.offset + node.length) : undefined;
  }

  private tree(): Node | undefined {
    this.root ??= this.characters <= MAX_LOCATED || !hasManyParts(this.text) ? parseTree(this.text) : undefined;
    return this.root;
  }

  private positionOf(segments: JSONPath): Position {
    const tree = this.tree();
    for (let length = segments.length; tree && length > this.parents.length; length--) {
      const node = findNodeAtLocation(tree, segments.slice(0, length));
      // Of a member, the location is that of its name.
      if (node) return this.positionAt((node.parent?.type === 'property' ? node.parent : node).offset);
    }
    return { line: this.start.line, column: this.start.column };
  }

  private positionAt(offset: number): Position {
    this.lines ??= [...this.text.matchAll(/\n/g)].map(({ index }) => index);
    const before = countBelow(this.lines, offset);
    const { line, column } = this.start;
    if (before === 0) return { line, column: column + offset };
    return { line: line + before, column: offset - (this.lines[before - 1] ?? 0) };
  }
}

/** By the commas of its texts, too: there are more of them than of its parts. */
function hasManyParts(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0 && count <= MAX_PARTS_LOCATED; at = text.indexOf(',', at + 1)) count++;
  return count > MAX_PARTS_LOCATED;
}

/** How many of some numbers, in their order, are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What stands where a value is unsound. */
export const unsoundAt = (start: Location): Located => ({
  value: undefined,
  characters: 0,
  locate: (path) => ({ ...start, path: within(start.path, path) }),
});

/** A JSON text without a fault, integers of any size exact. */
export const readExact = (text: string): unknown =>
  NEEDS_CARE.test(text) ? parseNumbersBy(readNumber, text) : (JSON.parse(text) as unknown);
