import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Head, SealedEntry } from '../audit/domain/audit-chain';

/**
 * Writes entries to a file of a folder, as NDJSON in gzip, for its owner alone, and durably: they are to be deleted. The
 * first line says which entry they follow, and each has the hash that the next one continues from.
 * @returns the name of the file
 * @throws Error where the entries do not end where they are to
 */
export async function writeArchive(
  folder: string,
  from: Head,
  to: Head,
  entries: AsyncIterable<SealedEntry>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Several processes may do the same at once: each has files of its own, of which one counts.
  const name = `audit-${numbered(from.sequence + 1)}-${numbered(to.sequence)}-${randomBytes(4).toString('hex')}.ndjson.gz`;
  const draft = join(folder, `${name}.draft`);
  try {
    await pipeline(
      Readable.from(lines(from, to, entries)),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    );
    await flush(draft);
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
  await flush(folder);
  return name;
}

const numbered = (sequence: number): string => String(sequence).padStart(12, '0');

async function* lines(from: Head, to: Head, entries: AsyncIterable<SealedEntry>): AsyncGenerator<string> {
  let last = from.hash;
  yield `${JSON.stringify({ follows: `${String(from.sequence)}:${from.hash}` })}\n`;
  for await (const entry of entries) {
    last = entry.hash;
    yield `${JSON.stringify(entry)}\n`;
  }
  if (last !== to.hash) throw new Error('The entries of the audit log have changed while they were read');
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
