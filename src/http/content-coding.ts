import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Response } from 'express';

const compress = promisify(gzip);

/** In bytes: what is shorter is hardly shorter when it is compressed. */
const COMPRESSED_FROM = 1024;

/** For an answer that is compressed while it is written: 64 KiB for each client that does not read, in place of 256. */
const STREAMED = { windowBits: 13, memLevel: 6 };

/**
 * Chooses the content coding of an answer whose headers are set, and says in them what it is. Both forms of an answer have
 * a strong tag of their own, as their bytes differ (RFC 9110, 8.8.3.3).
 * @param bytes how long the body is, at least
 * @returns whether it is to be compressed
 */
export function isToBeCompressed(response: Response, bytes: number): boolean {
  if (bytes < COMPRESSED_FROM) return false;
  response.vary('Accept-Encoding');
  if (response.req.acceptsEncodings('gzip', 'identity') !== 'gzip') return false;
  response.setHeader('Content-Encoding', 'gzip');
  const tag = response.getHeader('ETag');
  if (typeof tag === 'string') response.setHeader('ETag', tag.replace(/"$/, '-gzip"'));
  return true;
}

/** The body of an answer in the coding that is chosen for it; compressed outside of the event loop. */
export async function coded(response: Response, text: string): Promise<string | Buffer> {
  return isToBeCompressed(response, Buffer.byteLength(text)) ? compress(text) : text;
}

/** The same bytes, compressed on their way. */
export async function* gzipped(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Whoever reads them gets their error.
  yield* pipeline(pieces, createGzip(STREAMED), () => undefined) as AsyncIterable<Buffer>;
}
