import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { sendText } from './send-text';

const compress = promisify(gzip);

/** In bytes: what is shorter is hardly shorter when it is compressed. */
const COMPRESSED_FROM = 1024;

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
  async sendTo(request: Request, response: Response): Promise<void> {
    const isCompressed = this.isCompressible && request.acceptsEncodings('gzip', 'identity') === 'gzip';
    response.setHeader('Content-Type', this.type);
    response.setHeader('Cache-Control', 'no-cache');
    if (this.isCompressible) response.setHeader('Vary', 'Accept-Encoding');
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('ETag', isCompressed ? `"${this.tag}-gzip"` : `"${this.tag}"`);
    sendText(response, isCompressed ? await this.compress() : this.bytes);
  }

  private get isCompressible(): boolean {
    return this.bytes.length >= COMPRESSED_FROM && !this.type.startsWith('image/');
  }

  /** Not in the event loop, which it would hold for longer than a request may. */
  private compress(): Promise<Buffer> {
    this.compressed ??= compress(this.bytes, { level: constants.Z_BEST_COMPRESSION });
    return this.compressed;
  }
}
