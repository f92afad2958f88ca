import { pipeline } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';

/** A text that is made while it is written: of each answer that its client does not read, one piece waits. */
export class StreamedText {
  private readonly logger = new Logger('http');

  constructor(private readonly pieces: AsyncIterable<Buffer>) {}

  /** What fails on the way ends the connection: what was written is then no whole answer, and does not look like one. */
  sendTo(response: Response): void {
    pipeline(inTurn(response, this.pieces), response, (error) => {
      if (error && !isOfClient(error)) this.logger.error({ err: error }, 'A list could not be sent whole');
    });
  }
}

/** Nothing is made before the answers to earlier requests of the connection were written. */
async function* inTurn(response: Response, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  await new Promise<void>((go) => response.write('', () => go()));
  yield* pieces;
}

/** The client went away before the end. */
const isOfClient = ({ code }: NodeJS.ErrnoException): boolean => code === 'ERR_STREAM_PREMATURE_CLOSE';
