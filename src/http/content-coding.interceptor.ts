import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { CallContext } from '../kernel/call-context';
import type { ApiRequest } from './api-request';
import { Cacheable } from './cacheable.decorator';
import { isKnown } from './conditional-request';
import { coded, gzipped, isToBeCompressed } from './content-coding';
import { MAX_ANSWER_BYTES } from './stored-answer';
import { collected, StreamedText } from './streamed-text';

/**
 * Makes of the text of an answer the bytes that are sent: compressed where the caller accepts that, none where it has them
 * already. The answer cache gets them to give them again.
 */
@Injectable()
export class ContentCodingInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly calls: CallContext,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const isCacheable =
      this.reflector.getAllAndOverride(Cacheable, [context.getHandler(), context.getClass()]) === true;
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        if (result instanceof StreamedText) return this.stream(result, response, isCacheable);
        return typeof result === 'string' ? this.body(result, response, isCacheable) : result;
      }),
    );
  }

  private async body(text: string, response: Response, isCacheable: boolean): Promise<string | Buffer | undefined> {
    const body = await coded(response, text);
    (response.req as ApiRequest).onAnswer?.(isCacheable ? body : undefined);
    if (!isKnown(response)) return body;
    setNotModified(response);
    return undefined;
  }

  /** What cannot be begun is a failure like others: nothing was sent yet. */
  private async stream(
    text: StreamedText,
    response: Response,
    isCacheable: boolean,
  ): Promise<StreamedText | undefined> {
    const { method, onAnswer } = response.req as ApiRequest;
    const isCompressed = isToBeCompressed(response, text.bytes);
    const isNew = !isKnown(response);
    if (!isNew) setNotModified(response);
    const isSent = isNew && method !== 'HEAD';
    const isStorable = isCacheable && text.bytes <= MAX_ANSWER_BYTES;
    if (!isStorable) onAnswer?.(undefined);
    // What is not made tells nothing of what can be stored: the cache hears of its end.
    if (!isSent) return undefined;
    const begun = await text.begun();
    this.calls.dropDeadline();
    const sent = isCompressed ? begun.through(gzipped) : begun;
    return isStorable && onAnswer ? sent.through((pieces) => collected(pieces, onAnswer)) : sent;
  }
}

function setNotModified(response: Response): void {
  response.status(304).removeHeader('Content-Encoding');
}
