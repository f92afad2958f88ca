import {
  findNodeAtLocation,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { readNumber } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import { type Located, segmentsOf, within } from './configuration-file';
import type { Findings, Place } from './finding';

/** How deep objects and arrays may stand in one another. */
const MOST_LEVELS = 64;
/** Names that would reach the prototype of an object instead of the object. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Where a text starts in its file. */
export interface Start {
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1, of its first character. */
  readonly column: number;
  readonly file?: string;
}

/** A JSON value (RFC 8259) of a file, and the places of its parts. */
export class JsonValue implements Located {
  private constructor(
    readonly value: unknown,
    private readonly text: string,
    private readonly root: Node,
    private readonly start: Start,
  ) {}

  /** Reads a text strictly: no comments, no trailing commas. What is wrong goes to `findings`; then nothing is returned. */
  static read(text: string, start: Start, findings: Findings): JsonValue | undefined {
    if (isTooDeep(text)) {
      findings.error(placeAt(text, 0, start), `must not be nested over ${String(MOST_LEVELS)} levels`);
      return undefined;
    }
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    for (const { error, offset } of errors.filter(isFirstAtItsPlace)) {
      const what = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      findings.error(
        placeAt(text, offset, start),
        `is not valid JSON: ${what.toLowerCase()}`,
        HINTS[printParseErrorCode(error)],
      );
    }
    if (!root || errors.length > 0) return undefined;
    const unsound: Node[] = [];
    const value = valueOf(root, text, (node, message, hint) => {
      unsound.push(node);
      findings.error(placeOf(text, node, start), message, hint);
    });
    return unsound.length === 0 ? new JsonValue(value, text, root, start) : undefined;
  }

  place(path: string): Place {
    const segments = segmentsOf(path);
    for (let length = segments.length; length >= 0; length--) {
      const node = findNodeAtLocation(this.root, segments.slice(0, length));
      if (node) return { ...placeOf(this.text, node, this.start), path: within(this.start.path, path) };
    }
    return { ...this.start, path: within(this.start.path, path) };
  }
}

/** One fault of the text can be several to the parser. */
const isFirstAtItsPlace = ({ offset }: ParseError, index: number, all: readonly ParseError[]): boolean =>
  all.findIndex((other) => other.offset === offset) === index;

const HINTS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a comma before a closing bracket is not JSON',
  ValueExpected: 'a comma before a closing bracket is not JSON',
  InvalidCommentToken: 'JSON has no comments',
};

const placeOf = (text: string, node: Node, start: Start): Place => {
  const path = getNodePath(node).reduce<string>(
    (base, segment) => within(base, typeof segment === 'number' ? `[${String(segment)}]` : segment),
    start.path,
  );
  // Of a member, the place is that of its name.
  const { offset } = node.parent?.type === 'property' ? node.parent : node;
  return { ...placeAt(text, offset, start), path };
};

function placeAt(text: string, offset: number, { path, line, column, file }: Start): Place {
  const before = text.slice(0, offset).split('\n');
  const last = before.at(-1)?.length ?? 0;
  return {
    path,
    line: line + before.length - 1,
    column: before.length === 1 ? column + last : last + 1,
    ...(file !== undefined && { file }),
  };
}

type Complain = (node: Node, message: string, hint?: string) => void;

function valueOf(node: Node, text: string, complain: Complain): unknown {
  const { type, children = [] } = node;
  if (type === 'array') return children.map((child) => valueOf(child, text, complain));
  if (type === 'object') return objectOf(children, text, complain);
  if (type === 'string') {
    checkText(node, complain);
    return copyOf(node.value as string);
  }
  if (type !== 'number') return node.value;
  const number = readNumber(text.slice(node.offset, node.offset + node.length));
  if (typeof number === 'number' && !Number.isFinite(number)) complain(node, 'is a number that cannot be kept exactly');
  return number;
}

function objectOf(properties: readonly Node[], text: string, complain: Complain): PlainObject {
  const members: Record<string, unknown> = {};
  for (const { children: [key, value] = [] } of properties) {
    if (!key || !value) continue;
    const name = String(key.value);
    checkText(key, complain);
    const read = valueOf(value, text, complain);
    if (FORBIDDEN_NAMES.has(name)) complain(value, 'must not have this name');
    else if (Object.hasOwn(members, name)) complain(value, 'is given twice', 'keep one of the two');
    else members[name] = read;
  }
  return members;
}

function checkText(node: Node, complain: Complain): void {
  const text = node.value as string;
  if (text.includes('\0') || !text.isWellFormed()) complain(node, 'must not contain NUL or lone surrogates');
}

/** A part of a longer text keeps all of that in memory, and ids are kept until the end of the file. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** Counted before anything recursive sees the text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      for (index++; index < text.length && text[index] !== '"'; index++) if (text[index] === '\\') index++;
    } else if (character === '{' || character === '[') {
      if (++depth > MOST_LEVELS) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}
