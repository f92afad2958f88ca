import { Controller, Get, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Caller } from '../../http/caller.decorator';
import { Needs } from '../../http/needs.decorator';
import { Unlimited } from '../../http/unlimited.decorator';
import { CursorOf } from '../../http/page.query';
import type { Principal } from '../../kernel/principal';
import { AuditService } from '../audit.service';
import { ApiListAuditEntries } from './audit-entry.api';
import { viewEntry } from './entry.view';
import { ListAuditEventsQuery } from './list-audit-events.query';

const PATH = '/api/v1/audit-events';

@Controller(PATH)
@Unlimited()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiListAuditEntries()
  @Needs('audit:read')
  async list(@Query(CursorOf(PATH)) query: ListAuditEventsQuery, @Caller() caller: Principal): Promise<Answer> {
    const { request, filters, resource, id, actor, from, to } = query;
    const page = await this.audit.list(request, {
      resource,
      id,
      actor,
      from: timeOf(from),
      to: timeOf(to),
      relayers: caller.relayers,
    });
    const isNumbered = caller.relayers === undefined;
    return Answer.page({ path: PATH, request, query: filters }, page, (entry) => viewEntry(entry, isNumbered));
  }
}

const timeOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant);
