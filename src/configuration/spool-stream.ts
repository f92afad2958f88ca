import { Readable } from 'node:stream';
import type { Spool } from './spool';

/** In bytes: what is read at once. */
const PIECE = 64 * 1024;

/** What a spool holds, read as fast as it is taken; the spool is closed at the end, or when nobody takes it any more. */
export class SpoolStream extends Readable {
  private offset = 0;

  constructor(private readonly spool: Spool) {
    super({ highWaterMark: PIECE });
  }

  override _read(): void {
    const piece = this.spool.read(this.offset, Math.min(PIECE, this.spool.size - this.offset));
    this.offset += piece.length;
    this.push(piece.length > 0 ? piece : null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.spool.close();
    done(error);
  }
}
