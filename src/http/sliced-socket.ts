import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request's head ends with one, and with nothing else. */
const BLANK_LINE = Buffer.from('\r\n\r\n');
/** In bytes: where a slice may end first, so that a body of blank lines is no slice for each; a request has 18 at least. */
const MIN_BYTES = 64;
/** In bytes: where it ends at the latest. */
const MAX_BYTES = 4096;

type Written = (error?: Error | null) => void;

interface Chunk {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

/**
 * A connection as Node's HTTP server gets it: in slices that end behind a blank line. Node reads pieces of 64 KiB and
 * makes requests of all that is in one, of which there may be thousands. Here one slice has the head of one request, or of
 * five if they are as short as can be; what comes behind it stays as it came until these were taken, and what comes behind
 * the piece stays in the system.
 * @see docs/adr/0043-a-connection-is-read-in-slices.md
 */
export class SlicedSocket extends Duplex {
  /** Of what was read, what comes behind the last slice. */
  private rest: Buffer | null = null;
  private isHeld = false;
  private isWanted = false;

  constructor(private readonly socket: Socket) {
    super({ decodeStrings: false });
    // Not `data`, which comes with a second piece before it can be stopped. The socket is older than the call of its
    // connection, whose faults end no more than that: they are to be thrown in a turn that belongs to the call.
    const pass = (): void => this.pass();
    const passInCall = AsyncResource.bind(() => process.nextTick(pass));
    socket.on('readable', passInCall);
    socket.once('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  get timeout(): number | undefined {
    return this.socket.timeout;
  }

  setTimeout(ms: number): this {
    this.socket.setTimeout(ms);
    return this;
  }

  /** Hands nothing on, and reads nothing, until {@link release} is called: Node resumes by itself after each message. */
  hold(): void {
    this.isHeld = true;
    this.pause();
  }

  release(): void {
    this.isHeld = false;
    this.resume();
  }

  override resume(): this {
    return this.isHeld ? this : super.resume();
  }

  /** Destroys it once all that was written is on its way, as Node's server does after the last answer. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _read(): void {
    this.isWanted = true;
    this.pass();
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Written): void {
    this.socket.write(chunk, encoding, done);
  }

  override _writev(chunks: readonly Chunk[], done: Written): void {
    const last = chunks.at(-1);
    this.socket.cork();
    for (const each of chunks) this.socket.write(each.chunk, each.encoding, each === last ? done : undefined);
    this.socket.uncork();
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private pass(): void {
    if (!this.isWanted) return;
    const bytes = this.rest ?? (this.socket.read(Math.min(MAX_BYTES, this.socket.readableLength)) as Buffer | null);
    if (!bytes) return;
    const blankLine = bytes.indexOf(BLANK_LINE, MIN_BYTES - BLANK_LINE.length);
    const end = blankLine < 0 ? bytes.length : blankLine + BLANK_LINE.length;
    this.rest = end < bytes.length ? bytes.subarray(end) : null;
    this.isWanted = false;
    this.push(bytes.subarray(0, end));
  }
}
