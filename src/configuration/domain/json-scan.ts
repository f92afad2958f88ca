import { FORBIDDEN_NAMES, MAX_LEVELS, readNumber } from '../../kernel/exact-json';
import { taken } from '../../kernel/turns';
import { pathOf } from './configuration-document';
import { error, type Issue, MAX_FINDINGS } from './finding';
import { type JsonFault, JsonGrammar, type JsonListener, type Token } from './json-grammar';
import type { JsonScan, Position, Span } from './json-parts';
import { longRun } from './long-run';

const HINTS: Readonly<Partial<Record<JsonFault, string>>> = {
  'property name expected': 'a comma before a closing bracket is not JSON',
  'value expected': 'a comma before a closing bracket is not JSON',
  'invalid comment token': 'JSON has no comments',
};

/** How deep the items of the sections stand. */
const ITEM_DEPTH = 2;

/** Of an object: no record comes near it, and objects of very many take long to be handled. */
const MAX_MEMBERS = 1_000;
/**
 * Of a record, with the lists and objects that hold others: more than any has whose lists are as long as can be.
 * @see docs/adr/0044-a-list-is-as-long-as-can-be-judged-at-once.md
 */
const MAX_VALUES = 50_000;
/** Of a configuration: where each of them stands is in memory. */
export const MAX_RECORDS = 1_000_000;
/** In characters: a record is read as a whole, and the longest has 1,000 URLs of 8 KiB. */
export const MAX_RECORD = 9 * 1024 * 1024;
/** In characters, those within its texts not counted: of a record with numbers of many digits, which are read slowly. */
const MAX_WIDE = 256 * 1024;
/** Around a text. */
const QUOTES = 2;
/** A number of no more digits than this is what the fast parser takes it for. */
const MAX_DIGITS = 15;

/** Finds the members of an object and the items of their lists, and everything that keeps a reader from the text. */
export async function scanJson(text: string, signal?: AbortSignal): Promise<JsonScan> {
  if (!text.trimStart().startsWith('{')) {
    const before = /^\s*/.exec(text)?.[0].split('\n') ?? [];
    const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const hint = 'its members are the sections of the configuration';
    return { issues: [{ ...error('', 'must be a JSON object', hint), ...position }] };
  }
  const scan = new Scan(text);
  try {
    await taken(scan.refuseLongRun(), signal);
    await taken(new JsonGrammar(text, scan).read(), signal);
  } catch (thrown) {
    if (!(thrown instanceof Ended)) throw thrown;
  }
  return scan.result;
}

/** There is no use in reading any further. */
class Ended extends Error {}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

/** A container around the current position. */
interface Container {
  readonly span: Open<Span>;
  readonly isList: boolean;
  /** The names that it has so far. */
  readonly names: Set<string>;
  /** Of the current member, or item. */
  at: string | number;
}

class Scan implements JsonListener {
  private readonly members: { name: string; span: Open<Span>; items: Open<Span>[] | undefined }[] = [];
  private readonly issues: (Issue & Position)[] = [];
  private isReadable = true;
  private readonly open: Container[] = [];
  /** Of the name whose value comes next. */
  private named: Position | undefined;
  /** Whether the part that is read at once has numbers of many digits. */
  private hasWide = false;
  /** How many of its characters are within texts. */
  private inTexts = 0;
  /** How many values the record holds so far. */
  private values = 0;
  private records = 0;

  /** Behind the last character that is no blank; looked for once, as there may be very many of both blanks and faults. */
  private readonly contentEnd: number;

  constructor(private readonly text: string) {
    this.contentEnd = text.trimEnd().length;
  }

  get result(): JsonScan {
    const { members, issues } = this;
    return this.isReadable ? { members, issues } : { issues };
  }

  /** The scanner takes each token as a whole, and has no turns for others meanwhile. */
  *refuseLongRun(): Generator<void> {
    const position = yield* longRun(this.text);
    if (position === undefined) return;
    this.isReadable = false;
    this.add({ ...error('', 'must have no text, number or blank of over 256 KiB'), ...position });
    throw new Ended();
  }

  begin(token: Token, isList: boolean): void {
    const span = spanOf(token);
    this.value(span, isList);
    this.named = undefined;
    this.open.push({ span, isList, names: new Set(), at: -1 });
    if (this.open.length <= MAX_LEVELS) return;
    this.refuse(span, `must not be nested over ${String(MAX_LEVELS)} levels`);
    throw new Ended();
  }

  end(offset: number): void {
    const container = this.open.pop();
    if (!container) return;
    container.span.length = offset - container.span.offset;
    const isItem = this.open.length === ITEM_DEPTH && this.open.at(-1)?.isList === true;
    const isRead = isItem || (this.open.length === 1 && !container.isList);
    if (isRead) this.checkLength(container.span);
  }

  name(name: string, token: Token): void {
    const container = this.open.at(-1);
    if (!container) return;
    const position = spanOf(token);
    this.named = position;
    container.at = name;
    const isSection = this.open.length === 1;
    if (FORBIDDEN_NAMES.has(name)) this.unsound(position, 'must not have this name');
    else if (container.names.has(name)) {
      this.unsound(position, 'is given twice', isSection ? 'put both into one section' : 'keep one of the two');
    }
    this.checkText(name, position);
    container.names.add(name);
    if (container.names.size === MAX_MEMBERS + 1) this.refuseMembers(container.span, isSection);
  }

  literal(value: string | number | boolean | null, token: Token): void {
    const span = spanOf(token);
    this.value(span, false);
    const position = this.named ?? span;
    this.named = undefined;
    if (typeof value === 'string') {
      this.inTexts += span.length - QUOTES;
      this.checkText(value, position);
    }
    if (typeof value !== 'number') return;
    this.hasWide ||= span.length > MAX_DIGITS;
    const number = readNumber(this.text.slice(span.offset, span.offset + span.length));
    if (typeof number === 'bigint' || Number.isFinite(number)) return;
    this.unsound(position, 'is a number that cannot be kept exactly');
  }

  misread(fault: JsonFault, token: Token): number | undefined {
    const span = spanOf(token);
    const isAtEnd = span.offset + span.length >= this.contentEnd && this.open.length > 0;
    const message = isAtEnd ? 'it ends too early' : fault;
    const isInItem = this.open.length > ITEM_DEPTH && !isAtEnd;
    this.refuse(span, `is not valid JSON: ${message}`, isAtEnd ? undefined : HINTS[fault]);
    return isInItem ? ITEM_DEPTH : undefined;
  }

  /** Of the outermost object each member would be a section: others would wait until there is something to say of all. */
  private refuseMembers(span: Position, isOutermost: boolean): void {
    const message = `must not have over ${String(MAX_MEMBERS)} members`;
    if (!isOutermost) {
      this.unsound(span, message);
      return;
    }
    this.refuse(span, message);
    throw new Ended();
  }

  /** Notes where the value of a section is, or an item of one. */
  private value(span: Open<Span>, isList: boolean): void {
    const container = this.open.at(-1);
    if (container?.isList) container.at = Number(container.at) + 1;
    const isSection = this.open.length === 1;
    const isItem = this.open.length === ITEM_DEPTH && container?.isList;
    this.values = isSection || isItem ? 0 : this.values + 1;
    if (isSection) this.members.push({ name: String(container?.at), span, items: isList ? [] : undefined });
    else if (isItem) this.record(span);
  }

  private record(span: Open<Span>): void {
    this.members.at(-1)?.items?.push(span);
    if (++this.records <= MAX_RECORDS) return;
    this.refuse(span, `must not have over ${String(MAX_RECORDS)} records`);
    throw new Ended();
  }

  /** What is read at once, an item of a list or a section that is none, is bounded: what is longer stays unread. */
  private checkLength(span: Open<Span>): void {
    const message = this.lengthFault(span);
    this.hasWide = false;
    this.inTexts = 0;
    if (message === undefined) return;
    span.isSound = false;
    this.unsound(span, message);
  }

  private lengthFault({ length }: Span): string | undefined {
    if (length > MAX_RECORD) return 'must not be longer than 9 MiB';
    if (this.values > MAX_VALUES) return `must not hold over ${String(MAX_VALUES)} values`;
    if (this.hasWide && length - this.inTexts > MAX_WIDE)
      return 'must not be longer than 256 KiB beside its texts where it has numbers of over 15 digits';
    return undefined;
  }

  private checkText(text: string, position: Position): void {
    if (text.includes('\0') || !text.isWellFormed()) this.unsound(position, 'must not contain NUL or lone surrogates');
  }

  private unsound({ line, column }: Position, message: string, hint?: string): void {
    const member = this.members.at(-1);
    const part = member && (member.items?.at(-1) ?? member.span);
    if (part && this.open.length > 1) part.isSound = false;
    const path = pathOf(this.open.map(({ at }) => at));
    this.add({ ...error(path, message, hint), line, column });
  }

  private refuse({ line, column }: Position, message: string, hint?: string): void {
    this.isReadable = false;
    const isInItem = this.open.length > ITEM_DEPTH;
    const path = isInItem ? pathOf(this.open.slice(0, ITEM_DEPTH).map(({ at }) => at)) : '';
    this.add({ ...error(path, message, hint), line, column });
  }

  private add(issue: Issue & Position): void {
    this.issues.push(issue);
    if (this.issues.length <= MAX_FINDINGS) return;
    this.isReadable = false;
    throw new Ended();
  }
}

const spanOf = ({ offset, length, line, character }: Token): Open<Span> => ({
  offset,
  length,
  line: line + 1,
  column: character + 1,
  isSound: true,
});
