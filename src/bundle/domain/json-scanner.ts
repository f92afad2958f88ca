import { type Bytes, ByteCursor, type Misread, type Span } from './byte-cursor';

/** In bytes: no record of a configuration comes near it, and each is read as a whole. */
const MOST_RECORD_BYTES = 4 * 1024 * 1024;
const MOST_RECORDS = 4_000_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the items of a list stand. Plain columns of numbers: there may be very many. */
export class Spans {
  private readonly columns: readonly [number[], number[], number[], number[]] = [[], [], [], []];

  get length(): number {
    return this.columns[0].length;
  }

  add({ offset, length, line, column }: Span): void {
    const [offsets, lengths, lines, places] = this.columns;
    offsets.push(offset);
    lengths.push(length);
    lines.push(line);
    places.push(column);
  }

  at(index: number): Span {
    const [offset = 0, length = 0, line = 0, column = 0] = this.columns.map((values) => values[index]);
    return { offset, length, line, column };
  }
}

/** A member of the outermost object. */
export interface ScannedMember {
  readonly name: string;
  /** Of its value. */
  readonly span: Span;
  /** Of the items of its value, where that is a list. */
  readonly items: Spans | undefined;
}

/**
 * Finds the members of the outermost object of a JSON text, and the items of those that are lists, without keeping any
 * of them. What is inside of an item is for its reader to judge.
 * @throws Misread
 */
export function scanMembers(bytes: Bytes): ScannedMember[] {
  const cursor = new ByteCursor(bytes);
  const members: ScannedMember[] = [];
  cursor.skipMark();
  cursor.skipSpace();
  if (cursor.peek() !== OPEN_OBJECT)
    throw cursor.misread('must be a JSON object', 'its members are the sections of the configuration');
  cursor.take();
  cursor.skipSpace();
  while (cursor.peek() !== CLOSE_OBJECT) {
    if (members.length > 0) expect(cursor, COMMA, 'a comma between two sections');
    members.push(scanMember(cursor));
    cursor.skipSpace();
  }
  cursor.take();
  cursor.skipSpace();
  if (cursor.peek() !== undefined) throw cursor.misread('must end with its last bracket');
  return members;
}

function scanMember(cursor: ByteCursor): ScannedMember {
  cursor.skipSpace();
  const key = skipValue(cursor, 'the name of a section, in quotes');
  const name = nameOf(cursor, key);
  expect(cursor, COLON, 'a colon after the name of a section');
  cursor.skipSpace();
  const start = cursor.mark();
  if (cursor.peek() !== OPEN_LIST) return { name, span: skipValue(cursor, 'a value'), items: undefined };
  const items = new Spans();
  cursor.take();
  cursor.skipSpace();
  while (cursor.peek() !== CLOSE_LIST) {
    if (items.length > 0) expect(cursor, COMMA, 'a comma between two items');
    cursor.skipSpace();
    items.add(skipValue(cursor, 'an item of the list'));
    if (items.length > MOST_RECORDS) throw cursor.misread(`must not have over ${String(MOST_RECORDS)} items`);
    cursor.skipSpace();
  }
  cursor.take();
  return { name, span: cursor.since(start), items };
}

function nameOf(cursor: ByteCursor, { offset, length }: Span): string {
  try {
    const name: unknown = JSON.parse(cursor.text(offset, length));
    if (typeof name === 'string') return name;
  } catch {
    // Told below.
  }
  throw cursor.misread('must be the name of a section, in quotes');
}

function expect(cursor: ByteCursor, byte: number, what: string): void {
  cursor.skipSpace();
  if (cursor.peek() !== byte) throw cursor.misread(`is not valid JSON: here must be ${what}`);
  cursor.take();
}

/** A value as far as its brackets and quotes tell. */
function skipValue(cursor: ByteCursor, what: string): Span {
  const start = cursor.mark();
  let depth = 0;
  do {
    const byte = cursor.peek();
    if (byte === undefined) throw cursor.misread('is not valid JSON: it ends too early');
    if (cursor.offset - start.offset > MOST_RECORD_BYTES) throw tooLong(cursor);
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (depth < 0) throw cursor.misread(`is not valid JSON: here must be ${what}`);
    if (byte === QUOTE) skipString(cursor, start.offset);
    else if (depth === 0 && !isBracket(byte)) skipWord(cursor, start.offset, what);
    else cursor.take();
  } while (depth > 0);
  return cursor.since(start);
}

function skipString(cursor: ByteCursor, start: number): void {
  cursor.take();
  for (let byte = cursor.take(); byte !== QUOTE; byte = cursor.take()) {
    if (byte === undefined) throw cursor.misread('is not valid JSON: it ends within a text');
    if (byte === BACKSLASH) cursor.take();
    if (cursor.offset - start > MOST_RECORD_BYTES) throw tooLong(cursor);
  }
}

/** A number, true, false, null, or what is none of them. */
function skipWord(cursor: ByteCursor, start: number, what: string): void {
  const first = cursor.offset;
  for (let byte = cursor.peek(); byte !== undefined && isWord(byte); byte = cursor.peek()) {
    cursor.take();
    if (cursor.offset - start > MOST_RECORD_BYTES) throw tooLong(cursor);
  }
  if (cursor.offset === first) throw cursor.misread(`is not valid JSON: here must be ${what}`);
}

const isBracket = (byte: number): boolean =>
  byte === OPEN_OBJECT || byte === OPEN_LIST || byte === CLOSE_OBJECT || byte === CLOSE_LIST;

/** Visible ASCII without quotes, commas, colons and brackets. */
const isWord = (byte: number): boolean =>
  byte > 0x20 && byte < 0x7f && byte !== QUOTE && byte !== COMMA && byte !== COLON && !isBracket(byte);

const tooLong = (cursor: ByteCursor): Misread =>
  cursor.misread(`must not hold an item of over ${String(MOST_RECORD_BYTES / 1024 / 1024)} MiB`);
