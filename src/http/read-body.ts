import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { BadRequestException, type HttpException, PayloadTooLargeException } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The body of a request, decompressed; no more of it than `most` bytes is ever kept.
 * @param admit is told of each part before it is kept
 * @throws PayloadTooLargeException as soon as it is known to be longer, DomainError of kind `invalid` where it cannot be
 * decompressed, BadRequestException where its sender gives up, and what `admit` throws
 */
export async function readBytes(
  request: IncomingMessage,
  most: number,
  admit?: (part: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await readChunks(request, most, (chunk) => {
    admit?.(chunk);
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/**
 * The same for a body that is not held in memory.
 * @param keep what is done with each part of it
 * @throws the same, and what `keep` throws
 */
export async function readChunks(request: IncomingMessage, most: number, keep: (chunk: Buffer) => void): Promise<void> {
  // It tells of its end once: who listens after that would wait for ever, and hold what the request holds.
  if (request.destroyed) throw gaveUp();
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = DECODERS.get(encoding)?.();
  if (encoding !== 'identity' && !decoder)
    throw encodingFault(`must be ${[...DECODERS.keys()].join(', ')} or identity`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  return new Promise<void>((resolve, reject) => {
    const source: Readable = decoder ? request.pipe(decoder) : request;
    let size = 0;
    const fail = (error: Error): void => {
      source.off('data', take);
      if (decoder) request.unpipe(decoder.destroy());
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > most) fail(tooLarge());
      else attempt(() => keep(chunk), fail);
    };
    source.on('data', take);
    source.once('end', resolve);
    request.once('error', () => fail(gaveUp()));
    decoder?.once('error', () => fail(encodingFault(`must be what the body has: it is no ${encoding}`)));
  });
}

/** Nobody would catch what a listener throws. */
function attempt(work: () => void, fail: (error: Error) => void): void {
  try {
    work();
  } catch (error) {
    fail(error as Error);
  }
}

/** Tells a client that waits for that to send its body. HTTP/1.0 has no such answer. */
export function askForBody({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined && httpVersion !== '1.0') response.writeContinue();
}

const gaveUp = (): HttpException => new BadRequestException('Bad Request');

const tooLarge = (): HttpException => new PayloadTooLargeException('Bad Request');

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
