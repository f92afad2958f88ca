import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer';

/** Puts what a route returns, a sentence or any other plain JSON value, into the envelope of successful responses. */
export const Enveloped = (): MethodDecorator & ClassDecorator => UseInterceptors(EnvelopeInterceptor);

/**
 * Turns results into answers. Routes that answer records or pages return an {@link Answer} by themselves, which is text
 * already: a chain of interceptors costs as much as all the rest of such a request.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<Answer> {
    return next.handle().pipe(map((result: unknown) => (result instanceof Answer ? result : Answer.value(result))));
  }
}
