import { closeSync, openSync, readSync } from 'node:fs';

/** In bytes: no setting has more. */
const MOST = 64 * 1024;

/**
 * The text of a file that holds a setting. It may be a pipe, by which shells hand over what is not to lie in a file; of
 * what never ends, as a device, no more is read than a setting may have.
 * @throws Error where it cannot be read, or has more
 */
export function textOfSettingFile(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(MOST + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < buffer.length; size += read) {
      read = readSync(descriptor, buffer, size, buffer.length - size, null);
    }
    if (size > MOST) throw new Error(`A file of a setting has over ${String(MOST)} bytes`);
    return buffer.toString('utf8', 0, size);
  } finally {
    closeSync(descriptor);
  }
}
