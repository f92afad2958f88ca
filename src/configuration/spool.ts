import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bytes, bytesOfFile } from './bytes';

const CIPHER = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * Bytes that are too many for memory, in a file that has no name and whose content nobody can read but this object, as
 * there may be secrets in it.
 */
export class Spool implements Bytes {
  private readonly key = randomBytes(32);
  /** Undefined once it is closed: the system gives its number to the next file that is opened, by whoever in this process. */
  private file: number | undefined;
  private readonly cipher = createCipheriv(CIPHER, this.key, counterAt(0));
  private written = 0;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    try {
      this.file = openSync(join(folder, 'body'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  get size(): number {
    return this.written;
  }

  /** @throws where it is closed, and so does {@link read} */
  append(bytes: Buffer): void {
    const { descriptor } = this;
    const sealed = this.cipher.update(bytes);
    for (let done = 0; done < sealed.length;) done += writeSync(descriptor, sealed, done);
    this.written += bytes.length;
  }

  read(offset: number, length: number): Buffer {
    const skipped = offset % BLOCK_BYTES;
    const sealed = bytesOfFile(this.descriptor, this.written).read(offset - skipped, length + skipped);
    const decipher = createDecipheriv(CIPHER, this.key, counterAt((offset - skipped) / BLOCK_BYTES));
    return decipher.update(sealed).subarray(skipped);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private get descriptor(): number {
    if (this.file === undefined) throw new Error('The spool is closed');
    return this.file;
  }
}

/** Every spool has a key of its own, so that its counter may begin with zero. */
function counterAt(block: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(block), BLOCK_BYTES / 2);
  return counter;
}
