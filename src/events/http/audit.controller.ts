import { Controller, Get, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { Answer } from '../../http/answer';
import type { ApiRequest } from '../../http/api-request';
import { Describes } from '../../http/openapi/operation';
import { Query } from '../../http/query';
import { AuditService } from '../audit.service';
import { describeAuditEvents } from './audit.description';
import { viewEntry } from './entry.view';

const PATH = '/api/v1/audit-events';

@Controller(PATH)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Describes(describeAuditEvents)
  @Needs('audit:read')
  async list(@Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    const texts = { resource: query.text('resource'), id: query.text('id'), actor: query.text('actor') };
    const instants = { from: query.instant('from'), to: query.instant('to') };
    query.check();
    const { items, total } = await this.audit.list(page, {
      ...texts,
      relayers: request.principal?.relayers,
      from: instants.from?.getTime(),
      to: instants.to?.getTime(),
    });
    const given = [
      ...Object.entries(texts),
      ...Object.entries(instants).map(([name, instant]) => [name, instant?.toISOString()] as const),
    ].filter((parameter): parameter is [string, string] => parameter[1] !== undefined);
    return Answer.list(PATH, page, { items: items.map(viewEntry), total }, undefined, Object.fromEntries(given));
  }
}
