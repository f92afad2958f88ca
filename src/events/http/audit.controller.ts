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
    const filter = {
      resource: query.text('resource'),
      id: query.text('id'),
      actor: query.text('actor'),
      from: query.instant('from')?.getTime(),
      to: query.instant('to')?.getTime(),
      relayers: request.principal?.relayers,
    };
    query.check();
    const { items, total } = await this.audit.list(page, filter);
    return Answer.list(PATH, page, { items: items.map(viewEntry), total }, undefined, query.given);
  }
}
