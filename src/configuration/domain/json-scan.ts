import { type JSONPath, type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { FORBIDDEN_NAMES, MAX_LEVELS, readNumber } from '../../kernel/exact-json';
import { pathOf } from './configuration-document';
import { error, type Issue } from './finding';

const HINTS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a comma before a closing bracket is not JSON',
  ValueExpected: 'a comma before a closing bracket is not JSON',
  InvalidCommentToken: 'JSON has no comments',
};

/** Of a character; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a text. */
export interface Span extends Position {
  readonly offset: number;
  readonly length: number;
  /** Whether it can be read without being misunderstood, or rounded. */
  readonly isSound: boolean;
}

/** A member of the outermost object. */
export interface Member {
  readonly name: string;
  readonly span: Span;
  /** The items of its value, where that is a list. */
  readonly items: readonly Span[] | undefined;
}

/** What a JSON text (RFC 8259) consists of. */
export interface JsonScan {
  /** Absent where the text is no JSON object. */
  readonly members?: readonly Member[];
  readonly issues: readonly (Issue & Position)[];
}

/** Finds the members of an object and the items of their lists, and everything that keeps a reader from the text. */
export function scanJson(text: string): JsonScan {
  if (!text.trimStart().startsWith('{')) {
    const before = /^\s*/.exec(text)?.[0].split('\n') ?? [];
    const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const hint = 'its members are the sections of the configuration';
    return { issues: [{ ...error('', 'must be a JSON object', hint), ...position }] };
  }
  const scan = new Scan(text);
  try {
    visit(text, scan.visitor, { disallowComments: true, allowTrailingComma: false });
  } catch (thrown) {
    // The only way to keep the parser from going deeper.
    if (!(thrown instanceof TooDeep)) throw thrown;
  }
  return scan.result;
}

class TooDeep extends Error {}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

class Scan {
  private readonly members: { name: string; span: Open<Span>; items: Open<Span>[] | undefined }[] = [];
  private readonly issues: (Issue & Position)[] = [];
  private isReadable = true;
  /** The containers around the current position, with the names that they have so far. */
  private readonly open: { span: Open<Span>; names: Set<string> }[] = [];
  /** Of the name whose value comes next. */
  private named: Position | undefined;
  private name = '';
  private lastErrorOffset = -1;

  constructor(private readonly text: string) {}

  readonly visitor: JSONVisitor = {
    onObjectBegin: (offset, length, line, character) => this.begin(spanOf(offset, length, line, character), false),
    onArrayBegin: (offset, length, line, character) => this.begin(spanOf(offset, length, line, character), true),
    onObjectEnd: (offset, length) => this.end(offset + length),
    onArrayEnd: (offset, length) => this.end(offset + length),
    onObjectProperty: (name, offset, length, line, character, path) =>
      this.property(name, spanOf(offset, length, line, character), path),
    onLiteralValue: (value: unknown, offset, length, line, character, path) =>
      this.literal(value, spanOf(offset, length, line, character), path),
    onError: (code, offset, length, line, character) => this.misread(code, spanOf(offset, length, line, character)),
  };

  get result(): JsonScan {
    return { ...(this.isReadable && { members: this.members }), issues: this.issues };
  }

  private begin(span: Open<Span>, isList: boolean): void {
    this.value(span, isList);
    this.named = undefined;
    this.open.push({ span, names: new Set() });
    if (this.open.length <= MAX_LEVELS) return;
    this.refuse(span, `must not be nested over ${String(MAX_LEVELS)} levels`);
    throw new TooDeep();
  }

  private end(offset: number): void {
    const container = this.open.pop();
    if (container) container.span.length = offset - container.span.offset;
  }

  private property(name: string, span: Span, path: () => JSONPath): void {
    this.named = span;
    const isSection = this.open.length === 1;
    if (isSection) this.name = name;
    const names = this.open.at(-1)?.names;
    const at = (): JSONPath => [...path(), name];
    if (FORBIDDEN_NAMES.has(name)) this.unsound(at, span, 'must not have this name');
    else if (names?.has(name)) {
      this.unsound(at, span, 'is given twice', isSection ? 'put both into one section' : 'keep one of the two');
    }
    this.checkText(name, at, span);
    names?.add(name);
  }

  private literal(value: unknown, span: Open<Span>, path: () => JSONPath): void {
    this.value(span, false);
    const position = this.named ?? span;
    this.named = undefined;
    if (typeof value === 'string') this.checkText(value, path, position);
    if (typeof value !== 'number') return;
    const number = readNumber(this.text.slice(span.offset, span.offset + span.length));
    if (typeof number === 'bigint' || Number.isFinite(number)) return;
    this.unsound(path, position, 'is a number that cannot be kept exactly');
  }

  /** Notes where the value of a section is, or an item of one. */
  private value(span: Open<Span>, isList: boolean): void {
    if (this.open.length === 1) this.members.push({ name: this.name, span, items: isList ? [] : undefined });
    else if (this.open.length === 2) this.members.at(-1)?.items?.push(span);
  }

  private checkText(text: string, path: () => JSONPath, position: Position): void {
    if (text.includes('\0') || !text.isWellFormed())
      this.unsound(path, position, 'must not contain NUL or lone surrogates');
  }

  private unsound(path: () => JSONPath, { line, column }: Position, message: string, hint?: string): void {
    const member = this.members.at(-1);
    const part = member && (member.items?.at(-1) ?? member.span);
    if (part && this.open.length > 1) part.isSound = false;
    this.issues.push({ ...error(pathOf(path()), message, hint), line, column });
  }

  private misread(code: ParseErrorCode, span: Span): void {
    // One fault of the text can be several to the parser.
    if (span.offset === this.lastErrorOffset) return;
    this.lastErrorOffset = span.offset;
    const name = printParseErrorCode(code);
    const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
    const isAtEnd = span.offset + span.length >= this.text.trimEnd().length && this.open.length > 0;
    this.refuse(span, `is not valid JSON: ${isAtEnd ? 'it ends too early' : words}`, isAtEnd ? undefined : HINTS[name]);
  }

  private refuse({ line, column }: Position, message: string, hint?: string): void {
    this.isReadable = false;
    const member = this.members.at(-1);
    const isInItem = this.open.length > 2 && member?.items;
    const path = isInItem ? pathOf([member.name, isInItem.length - 1]) : '';
    this.issues.push({ ...error(path, message, hint), line, column });
  }
}

const spanOf = (offset: number, length: number, line: number, character: number): Open<Span> => ({
  offset,
  length,
  line: line + 1,
  column: character + 1,
  isSound: true,
});
