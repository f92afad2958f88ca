import { Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { Answer } from '../../http/answer';
import type { ApiRequest } from '../../http/api-request';
import { NoBody } from '../../http/no-body.decorator';
import { Caller } from '../../http/caller.decorator';
import { Needs } from '../../http/needs.decorator';
import { CursorOf } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import { whileWorking } from '../../http/while-working';
import { CallContext } from '../../kernel/call-context';
import type { Principal } from '../../kernel/principal';
import { DeliveriesService } from '../deliveries.service';
import { revisionOf, type WholeDelivery } from '../domain/delivery';
import { ApiGetDelivery, ApiListDeliveries, ApiRedeliver, ApiSendTestEvent } from './delivery.api';
import { viewDelivery, viewWholeDelivery } from './delivery.view';
import { ListDeliveriesQuery } from './list-deliveries.query';

const PATH = '/api/v1/deliveries';

@Controller('/api/v1')
@NoBody()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly calls: CallContext,
  ) {}

  @Get('notifications/:notification_id/deliveries')
  @Unlimited()
  @ApiListDeliveries()
  @Needs('notifications:read')
  async list(
    @Param('notification_id') id: string,
    @Query(CursorOf(PATH)) { request, filters, state }: ListDeliveriesQuery,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const page = await this.deliveries.list(id, request, state, caller.relayers);
    const list = { path: `/api/v1/notifications/${id}/deliveries`, collection: PATH, request, query: filters };
    return Answer.page(list, page, viewDelivery);
  }

  @Get('deliveries/:delivery_id')
  @Unlimited()
  @ApiGetDelivery()
  @Needs('notifications:read')
  async get(@Param('delivery_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerOf(await this.deliveries.get(id, caller.relayers));
  }

  @Post('deliveries/:delivery_id/replay')
  @HttpCode(200)
  @ApiRedeliver()
  @Needs('notifications:write')
  async replay(@Param('delivery_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerOf(await this.deliveries.replay(id, caller.relayers));
  }

  @Post('notifications/:notification_id/test')
  @HttpCode(200)
  @ApiSendTestEvent()
  @Needs('notifications:write')
  async test(@Param('notification_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    return answerOf(await whileWorking(this.calls, request, () => this.deliveries.test(id)));
  }
}

const answerOf = (delivery: WholeDelivery): Answer =>
  Answer.record(PATH, viewWholeDelivery(delivery), revisionOf(delivery, delivery.attempts.length));
