import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { isToBeCompressed } from './content-coding';
import { sendText } from './send-text';

const compress = promisify(gzip);

/**
 * Bytes that stay the same while the process runs. Who accepts that gets them compressed, which is done once; both forms
 * have a strong tag of their own, as their bytes differ (RFC 9110, 8.8.3.3). Everybody may read them: nothing secret is
 * compressed together with what a caller chose.
 */
export class StaticFile {
  private readonly tag: string;
  private compressed: Promise<Buffer> | undefined;

  constructor(
    private readonly type: string,
    readonly bytes: Buffer,
  ) {
    this.tag = hash('sha1', bytes, 'base64url');
  }

  /** Whole, whatever range or precondition is asked for, unless the client has it. */
  async sendTo(response: Response): Promise<void> {
    response.setHeader('Content-Type', this.type);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', `"${this.tag}"`);
    const isCompressed = !this.type.startsWith('image/') && isToBeCompressed(response, this.bytes.length);
    sendText(response, isCompressed ? await this.compress() : this.bytes);
  }

  /** Not in the event loop, which it would hold for longer than a request may. */
  private compress(): Promise<Buffer> {
    this.compressed ??= compress(this.bytes, { level: constants.Z_BEST_COMPRESSION });
    return this.compressed;
  }
}
