/** The bytes of a file, read where they are needed. */
export interface Bytes {
  readonly size: number;
  /** As many bytes as there are, up to `length`. */
  read(offset: number, length: number): Buffer;
}

/** A part of a text: offset and length in bytes, the line and the column of its start, which count from 1. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
}

/** A text is not what it should be, at a place. */
export class Misread extends Error {
  override readonly name = 'Misread';

  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
    readonly hint?: string,
  ) {
    super(message);
  }
}

const CHUNK_BYTES = 256 * 1024;
const [TAB, NEW_LINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/** Goes through the bytes of a text, a chunk of them in memory, and counts lines. */
export class ByteCursor {
  private chunk: Buffer = Buffer.alloc(0);
  private chunkOffset = 0;
  private position = 0;
  private line = 1;
  private lineOffset = 0;

  constructor(private readonly bytes: Bytes) {}

  get offset(): number {
    return this.chunkOffset + this.position;
  }

  /** The next byte; undefined at the end. */
  peek(): number | undefined {
    if (this.position >= this.chunk.length) {
      this.chunkOffset += this.chunk.length;
      this.position = 0;
      this.chunk = this.bytes.read(this.chunkOffset, CHUNK_BYTES);
    }
    return this.chunk[this.position];
  }

  /** The next byte, which is then behind. */
  take(): number | undefined {
    const byte = this.peek();
    if (byte === undefined) return undefined;
    this.position++;
    if (byte === NEW_LINE) {
      this.line++;
      this.lineOffset = this.offset;
    }
    return byte;
  }

  /** Goes past a byte order mark (RFC 8259, 8.1: a reader may ignore it). */
  skipMark(): void {
    if (this.bytes.read(0, 3).toString('hex') === 'efbbbf') for (let count = 0; count < 3; count++) this.take();
  }

  skipSpace(): void {
    for (let byte = this.peek(); byte === SPACE || byte === NEW_LINE || byte === RETURN || byte === TAB;) {
      this.take();
      byte = this.peek();
    }
  }

  mark(): Span {
    return { offset: this.offset, length: 0, line: this.line, column: this.column };
  }

  /** What lies between a mark and here. */
  since(mark: Span): Span {
    return { ...mark, length: this.offset - mark.offset };
  }

  text(offset: number, length: number): string {
    return this.bytes.read(offset, length).toString('utf8');
  }

  misread(message: string, hint?: string): Misread {
    return new Misread(message, this.line, this.column, hint);
  }

  private get column(): number {
    return this.offset - this.lineOffset + 1;
  }
}
