import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { parse } from 'lossless-json';
import { readNumber } from '../../kernel/exact-json';
import { type Located, segmentsOf, within } from './configuration-document';
import type { Location } from './finding';
import type { Position } from './json-scan';

/** What the fast parser would round, or read as something else: many digits, fractions, exponents, a negative zero. */
const NEEDS_CARE = /\d{16}|\d[.eE]|-0/;

/** A JSON value of a file, whose text is sound, and the locations of its parts, which are looked for when asked for. */
export class JsonValue implements Located {
  readonly value: unknown;
  private root: Node | undefined;

  /** @param parents the way to the value from the outermost one of the text */
  constructor(
    private readonly text: string,
    private readonly start: Location & Position,
    private readonly parents: readonly string[] = [],
  ) {
    this.value = parents.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], readExact(text));
  }

  locate(path: string): Location {
    this.root ??= parseTree(this.text);
    const segments: JSONPath = [...this.parents, ...segmentsOf(path)];
    const { file } = this.start;
    const position = this.positionOf(segments);
    return { path: within(this.start.path, path), ...position, ...(file !== undefined && { file }) };
  }

  private positionOf(segments: JSONPath): Position {
    for (let length = segments.length; this.root && length > this.parents.length; length--) {
      const node = findNodeAtLocation(this.root, segments.slice(0, length));
      // Of a member, the location is that of its name.
      if (node) return this.positionAt((node.parent?.type === 'property' ? node.parent : node).offset);
    }
    return { line: this.start.line, column: this.start.column };
  }

  private positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split('\n');
    const last = before.at(-1)?.length ?? 0;
    const { line, column } = this.start;
    return { line: line + before.length - 1, column: before.length === 1 ? column + last : last + 1 };
  }
}

/** What stands where a value is unsound. */
export const unsoundAt = (start: Location): Located => ({
  value: undefined,
  locate: (path) => ({ ...start, path: within(start.path, path) }),
});

/** A JSON text without a fault, integers of any size exact. */
export const readExact = (text: string): unknown =>
  NEEDS_CARE.test(text) ? parse(text, undefined, readNumber) : (JSON.parse(text) as unknown);
