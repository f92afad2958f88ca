import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { stringifyExact } from '../kernel/exact-json';
import { OpaqueTexts } from '../kernel/opaque-texts';
import { Answer, JSON_TYPE } from './answer';
import { listTexts, pieces, wholeText } from './list-text';
import { StreamedText } from './streamed-text';
import { WithoutEnvelope } from './without-envelope.decorator';

/** In bytes: a list that is longer is written while it is read. */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Puts what a route returns, an {@link Answer} or any plain value but no stream, into the envelope of successful answers,
 * and writes it as JSON with exact integers: a long list while it is read.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly texts: OpaqueTexts,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(WithoutEnvelope, route)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(mergeMap((result: unknown) => this.answer(result, response)));
  }

  private async answer(result: unknown, response: Response): Promise<unknown> {
    if (result instanceof StreamableFile) return result;
    if (response.headersSent) return undefined;
    const { data, list } = result instanceof Answer ? result : { data: result };
    const headers = result instanceof Answer ? result.headers(this.texts) : {};
    for (const [name, value] of Object.entries(headers)) {
      // A link of the route itself may be there already.
      if (name === 'Link') response.append(name, value);
      else response.set(name, value);
    }
    response.set('Content-Type', JSON_TYPE);
    if (!list) return stringifyExact({ success: true, data: data ?? null, error: '' });
    return list.bytes > MAX_WHOLE_BYTES ? new StreamedText(pieces(listTexts(list)), list.bytes) : wholeText(list);
  }
}
