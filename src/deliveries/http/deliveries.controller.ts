import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { Describes } from '../../http/openapi/operation';
import { Query } from '../../http/query';
import { whileWorking } from '../../http/while-working';
import { DELIVERY_STATES } from '../domain/delivery';
import { DeliveriesService } from '../deliveries.service';
import { describeDeliveries } from './delivery.description';
import { viewDelivery, viewWholeDelivery } from './delivery.view';

@Controller('/api/v1')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('notifications/:notification_id/deliveries')
  @Describes(describeDeliveries.list)
  @Needs('notifications:read')
  async list(@Param('notification_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    const state = query.oneOf('state', DELIVERY_STATES);
    query.check();
    const { items, total } = await this.deliveries.list(id, page, state, principalOf(request).relayers);
    const path = `/api/v1/notifications/${id}/deliveries`;
    return Answer.list(path, page, { items: items.map(viewDelivery), total }, undefined, query.given);
  }

  @Get('deliveries/:delivery_id')
  @Describes(describeDeliveries.get)
  @Needs('notifications:read')
  async get(@Param('delivery_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    return Answer.record(viewWholeDelivery(await this.deliveries.get(id, principalOf(request).relayers)));
  }

  @Post('deliveries/:delivery_id/replay')
  @HttpCode(200)
  @Describes(describeDeliveries.replay)
  @Needs('notifications:write')
  async replay(@Param('delivery_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    return Answer.record(viewWholeDelivery(await this.deliveries.replay(id, principalOf(request).relayers)));
  }

  @Post('notifications/:notification_id/test')
  @HttpCode(200)
  @Describes(describeDeliveries.test)
  @Needs('notifications:write')
  async test(@Param('notification_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    return Answer.record(viewWholeDelivery(await whileWorking(request, () => this.deliveries.test(id))));
  }
}
