import { pipeline } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { mapped } from '../kernel/mapped';
import { MAX_ANSWER_BYTES } from './stored-answer';

/** A text that is made while it is written: of each answer that its client does not read, one piece waits. */
export class StreamedText {
  private readonly logger = new Logger('http');

  /** @param bytes how long it is, roughly */
  constructor(
    private readonly pieces: AsyncIterable<Buffer>,
    readonly bytes: number,
  ) {}

  /** The same text after something is done to its pieces on their way. */
  through(change: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>): StreamedText {
    return new StreamedText(change(this.pieces), this.bytes);
  }

  /** The same text once its first piece was made. */
  async begun(): Promise<StreamedText> {
    const pieces = this.pieces[Symbol.asyncIterator]();
    const first = await pieces.next();
    return new StreamedText({ [Symbol.asyncIterator]: () => new Begun(first, pieces) }, this.bytes);
  }

  /** What fails on the way ends the connection: what was written is then no whole answer, and does not look like one. */
  sendTo(response: Response): void {
    pipeline(this.pieces, response, (error) => {
      if (error && !isOfClient(error)) this.logger.error({ err: error }, 'A list could not be sent whole');
    });
  }
}

/** Hands on the first piece, which it has no longer then, and those behind it. */
class Begun implements AsyncIterator<Buffer> {
  constructor(
    private first: IteratorResult<Buffer> | undefined,
    private readonly others: AsyncIterator<Buffer>,
  ) {}

  async next(): Promise<IteratorResult<Buffer>> {
    const { first } = this;
    this.first = undefined;
    return first ?? this.others.next();
  }

  async return(): Promise<IteratorResult<Buffer>> {
    await this.others.return?.();
    return { done: true, value: undefined };
  }
}

/** The same pieces; `onEnd` gets all of them in one, or undefined where that would be too long to be stored. */
export function collected(
  pieces: AsyncIterable<Buffer>,
  onEnd: (whole: Buffer | undefined) => void,
): AsyncIterable<Buffer> {
  let bytes = 0;
  const seen: Buffer[] = [];
  const collect = (piece: Buffer): Buffer => {
    bytes += piece.length;
    if (bytes <= MAX_ANSWER_BYTES) seen.push(piece);
    else seen.length = 0;
    return piece;
  };
  return mapped(pieces, collect, () => {
    onEnd(bytes <= MAX_ANSWER_BYTES ? Buffer.concat(seen) : undefined);
    return undefined;
  });
}

/** The client went away before the end. */
const isOfClient = ({ code }: NodeJS.ErrnoException): boolean => code === 'ERR_STREAM_PREMATURE_CLOSE';
