import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { ApiRequest } from '../../http/api-request';
import { may, type Principal } from '../../kernel/principal';

/** How much work on whole configurations a process does at once; the last slot is for those who may change something. */
const SLOTS = 3;

/**
 * Lets a token do one such work at a time, and a process as much as it has slots for: the others are refused (429). An
 * answer that is not read yet is part of the work: it may take as much memory, or room on the disk.
 */
@Injectable()
export class WorkSlotsInterceptor implements NestInterceptor {
  private readonly busy = new Set<string>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { principal } = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    if (!principal) throw new Error('A route without a token has no principal');
    if (this.busy.has(principal.id) || this.busy.size >= slotsFor(principal))
      throw new HttpException('Too Many Requests', HttpStatus.TOO_MANY_REQUESTS);
    // For who has gone no work is done, and a close that is past is not told again.
    if (!response.destroyed) {
      this.busy.add(principal.id);
      response.once('close', () => this.busy.delete(principal.id));
    }
    return next.handle();
  }
}

const slotsFor = (principal: Principal): number => (may(principal, 'configuration:write') ? SLOTS : SLOTS - 1);
