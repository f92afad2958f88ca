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
import { CallContext } from '../kernel/call-context';
import { stringifyExact } from '../kernel/exact-json';
import { OpaqueTexts } from '../kernel/opaque-texts';
import { Answer, JSON_TYPE, type ListBody } from './answer';
import type { ApiRequest } from './api-request';
import { Cacheable } from './cacheable.decorator';
import { isKnown } from './conditional-request';
import { collected, listTexts, pieces, wholeText } from './list-text';
import { MAX_ANSWER_BYTES } from './stored-answer';
import { StreamedText } from './streamed-text';
import { WithoutEnvelope } from './without-envelope.decorator';

/** In bytes: a list that is longer is written while it is read. */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Puts what a route returns, an {@link Answer} or any plain value but no stream, into the envelope of successful answers,
 * and writes it as JSON with exact integers. What the caller has already is not sent again, and of a long list not read.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly calls: CallContext,
    private readonly texts: OpaqueTexts,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(WithoutEnvelope, route)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const isCacheable = this.reflector.getAllAndOverride(Cacheable, route) === true;
    return next.handle().pipe(mergeMap((result: unknown) => this.answer(result, response, isCacheable)));
  }

  private async answer(result: unknown, response: Response, isCacheable: boolean): Promise<unknown> {
    if (result instanceof StreamableFile) return result;
    if (response.headersSent) return undefined;
    const { data, list } = result instanceof Answer ? result : { data: result };
    const headers = result instanceof Answer ? result.headers(this.texts) : {};
    response.set({ ...headers, 'Content-Type': JSON_TYPE });
    if (list && list.bytes > MAX_WHOLE_BYTES) return this.stream(list, response, isCacheable);
    const text = list ? await wholeText(list) : stringifyExact({ success: true, data: data ?? null, error: '' });
    (response.req as ApiRequest).onAnswer?.(isCacheable ? text : undefined);
    if (!isKnown(response)) return text;
    response.status(304);
    return undefined;
  }

  private stream(list: ListBody, response: Response, isCacheable: boolean): StreamedText | undefined {
    const { method, onAnswer } = response.req as ApiRequest;
    const isStored = isCacheable && list.bytes <= MAX_ANSWER_BYTES;
    if (isKnown(response)) response.status(304);
    else if (method !== 'HEAD') {
      if (!isStored) onAnswer?.(undefined);
      this.calls.dropDeadline();
      return new StreamedText(pieces(isStored && onAnswer ? collected(listTexts(list), onAnswer) : listTexts(list)));
    }
    onAnswer?.(undefined);
    return undefined;
  }
}
