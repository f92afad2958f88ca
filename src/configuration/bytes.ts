import { constants, readSync } from 'node:fs';

/** How a file is opened that somebody names: a pipe, and some files of the kernel, would wait for whoever writes to them. */
export const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** The bytes of a text, read where they are needed. */
export interface Bytes {
  readonly size: number;
  /** As many bytes as there are, up to `length`. */
  read(offset: number, length: number): Buffer;
}

/** Those of a file, for as long as it is open. */
export const bytesOfFile = (descriptor: number, size: number): Bytes => ({
  size,
  read: (offset, length) => {
    const buffer = Buffer.allocUnsafe(Math.min(length, size - offset));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
  },
});
