import type { Response } from 'express';
import { isKnown } from './conditional-request';

/** Sends a text, or the bytes of a file, whose headers are set, without Express, or says that the caller has it. */
export function sendText(response: Response, text: string | Buffer): void {
  if (isKnown(response)) {
    response.statusCode = 304;
    for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name);
    response.end();
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
