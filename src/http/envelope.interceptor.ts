import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends what a controller answers, in the envelope of every successful response. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof Answer)) return result;
        const response = context.switchToHttp().getResponse<Response>();
        response.setHeader('Content-Type', JSON_TYPE);
        for (const name in result.headers) response.setHeader(name, result.headers[name] as string);
        return result.text;
      }),
    );
  }
}
