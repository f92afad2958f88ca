import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The body of a request, decompressed; no more of it than `most` bytes is ever kept.
 * @throws PayloadTooLargeException as soon as it is known to be longer, DomainError of kind `invalid` where it cannot be
 * decompressed, BadRequestException where its sender gives up.
 */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = DECODERS.get(encoding)?.();
  if (encoding !== 'identity' && !decoder)
    throw encodingFault(`must be ${[...DECODERS.keys()].join(', ')} or identity`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw new PayloadTooLargeException();
  return new Promise<Buffer>((resolve, reject) => {
    const source: Readable = decoder ? request.pipe(decoder) : request;
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error): void => {
      source.off('data', keep);
      if (decoder) request.unpipe(decoder.destroy());
      reject(error);
    };
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > most) fail(new PayloadTooLargeException());
      else chunks.push(chunk);
    };
    source.on('data', keep);
    source.once('end', () => resolve(Buffer.concat(chunks, size)));
    request.once('error', () => fail(new BadRequestException()));
    decoder?.once('error', () => fail(encodingFault(`must be what the body has: it is no ${encoding}`)));
  });
}

const encodingFault = (message: string): DomainError => DomainError.invalid([{ path: 'Content-Encoding', message }]);

/** In milliseconds and bytes: how much of a refused body is still read. */
const DISCARD_MS = 500;
const DISCARD_BYTES = 16 * 1024 * 1024;

/**
 * Resolves when the rest of a body has been read and thrown away, within limits. A connection that is closed with bytes
 * unread is reset, and the reset can overtake the answer.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > DISCARD_BYTES) stop();
    };
    const timer = setTimeout(stop, DISCARD_MS);
    request.once('end', stop).once('error', stop).once('close', stop).on('data', count).resume();
  });
}
