import { hash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AnsweredRequests } from '../kernel/answered-requests';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { stringifyExact } from '../kernel/exact-json';
import { Transactions } from '../kernel/transactions';
import { Answer } from './answer';
import type { ApiRequest } from './api-request';
import { bodyOf } from './json-body.decorator';

const HEADER = 'Idempotency-Key';
const ACCEPTABLE = /^[\x21-\x7e]{1,255}$/;
/** In milliseconds: how long an answer is remembered. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Lets a creation be sent twice under one `Idempotency-Key`: the second time it gets the first one's answer. */
export const Idempotent = (): MethodDecorator => UseInterceptors(IdempotencyInterceptor);

/**
 * Remembers the answer to a request under its key, in the transaction of the request itself. A failure is not
 * remembered: the request may be sent again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly answered: AnsweredRequests,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const key = request.headers[HEADER.toLowerCase()];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !ACCEPTABLE.test(key)) {
      throw DomainError.invalid([{ path: HEADER, message: 'must be 1 to 255 visible ASCII characters' }]);
    }
    const response = context.switchToHttp().getResponse<Response>();
    return from(this.transactions.run(() => this.once(key, request, response, next)));
  }

  private async once(key: string, request: ApiRequest, response: Response, next: CallHandler): Promise<unknown> {
    const scope = `${request.principal?.id ?? ''} ${request.path}`;
    const digest = hash('sha256', stringifyExact(await bodyOf(request, response)), 'hex');
    const now = this.clock.now();
    const since = new Date(now.getTime() - REMEMBERED_MS);
    const known = await this.answered.find(scope, key, since);
    if (known !== undefined) {
      const { digest: first, answer } = JSON.parse(known) as { digest: string; answer: Answer };
      if (first !== digest) throw DomainError.conflict(`${HEADER} was used with another body`);
      response.setHeader('Idempotency-Replayed', 'true');
      return Answer.repeat(answer);
    }
    const answer: unknown = await lastValueFrom(next.handle());
    await this.answered.remember(scope, key, JSON.stringify({ digest, answer }), now, since);
    return answer;
  }
}
