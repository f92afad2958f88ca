import { HttpException, HttpStatus } from '@nestjs/common';
import type { Response } from 'express';

/** In bytes, decompressed: how much the bodies may take that somebody sends at once. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The bodies of requests that were not answered yet: a few bytes may become a million, and nobody has to send the last one. */
export class BodiesUnderWay {
  private readonly bytes = new Map<string, number>();

  /**
   * Counts one more of somebody's bodies, until it is answered or its sender has gone.
   * @returns what is to be told of each part of it before it is kept; throws HttpException (429) where that is too much
   */
  add(sender: string, response: Response): (part: Buffer) => void {
    let own = 0;
    response.once('close', () => this.change(sender, -own));
    return ({ length }) => {
      if ((this.bytes.get(sender) ?? 0) + length > MAX_BYTES)
        throw new HttpException('Too Many Requests', HttpStatus.TOO_MANY_REQUESTS);
      own += length;
      this.change(sender, length);
    };
  }

  private change(sender: string, bytes: number): void {
    const left = (this.bytes.get(sender) ?? 0) + bytes;
    if (left > 0) this.bytes.set(sender, left);
    else this.bytes.delete(sender);
  }
}
