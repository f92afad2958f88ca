import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AnsweredRequests, REMEMBERED_MS } from '../kernel/answered-requests';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { stringifyExact } from '../kernel/exact-json';
import { Transactions } from '../kernel/transactions';
import type { ApiRequest } from './api-request';
import { JSON_TYPE } from './answer';
import { Idempotent } from './idempotent.decorator';

const HEADER = 'Idempotency-Key';
const ACCEPTABLE = /^[\x21-\x7e]{1,255}$/;
/** What an answer says beside its text. */
const HEADERS = ['ETag', 'Location'];

/** What is remembered of a request: the digest of its body, and its answer. */
interface Remembered {
  readonly digest: string;
  readonly answer: { readonly text: string; readonly headers: Readonly<Record<string, string>> };
}

/**
 * Remembers the answer to a request under its key, in the transaction of the request itself. A failure is not
 * remembered: the request may be sent again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly answered: AnsweredRequests,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const key = request.headers[HEADER.toLowerCase()];
    if (key === undefined || !this.reflector.get(Idempotent, context.getHandler())) return next.handle();
    if (typeof key !== 'string' || !ACCEPTABLE.test(key)) {
      throw DomainError.invalid([{ path: HEADER, message: 'must be 1 to 255 visible ASCII characters' }]);
    }
    const response = context.switchToHttp().getResponse<Response>();
    return from(this.transactions.run(() => this.once(key, request, response, next)));
  }

  private async once(key: string, request: ApiRequest, response: Response, next: CallHandler): Promise<unknown> {
    const scope = `${request.principal?.id ?? ''} ${request.path}`;
    const digest = hash('sha256', stringifyExact(request.body), 'hex');
    const now = this.clock.now();
    const since = new Date(now.getTime() - REMEMBERED_MS);
    const known = await this.answered.claim(scope, key, now, since);
    if (known !== undefined) {
      const { digest: first, answer } = JSON.parse(known) as Remembered;
      if (first !== digest) throw DomainError.conflict(`${HEADER} was used with another body`);
      response.set({ ...answer.headers, 'Content-Type': JSON_TYPE, 'Idempotency-Replayed': 'true' });
      return answer.text;
    }
    const text = String(await lastValueFrom(next.handle()));
    const given = HEADERS.map((name) => [name, response.getHeader(name)] as const);
    const headers = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    await this.answered.remember(scope, key, JSON.stringify({ digest, answer: { text, headers } }));
    return text;
  }
}
