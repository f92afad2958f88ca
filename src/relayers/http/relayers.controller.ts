import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { may, type Principal } from '../../auth/domain/principal';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { Enveloped } from '../../http/envelope.interceptor';
import { Idempotent } from '../../http/idempotency.interceptor';
import { JsonBody } from '../../http/json-body.decorator';
import { Describes } from '../../http/openapi/operation';
import { preconditionOf } from '../../http/preconditions';
import { Query } from '../../http/query';
import { RateLimited } from '../../http/rate-limit.guard';
import type { PublishedRelayer, RelayerFilter } from '../domain/relayer.repository';
import type { RelayerScope } from '../domain/relayer-scope';
import { RelayersService } from '../relayers.service';
import { MASKED, viewMaskedRelayer, viewRelayer } from './relayer.view';
import { describeRelayers } from './relayer.description';
import { describeSystemState } from './system-state.description';

const PATH = '/api/v1/relayers';

@Controller(PATH)
@RateLimited()
export class RelayersController {
  constructor(private readonly relayers: RelayersService) {}

  @Get()
  @Describes(describeRelayers.list)
  @Needs('relayers:read')
  async list(@Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    const caller = principalOf(request);
    const filter = readFilter(query, caller.relayers);
    query.check();
    const relayers = await this.relayers.list(page, filter);
    return Answer.list(PATH, page, relayers, seesAll(caller) ? viewRelayer : viewMaskedRelayer, query.given);
  }

  @Get(':relayer_id')
  @Describes(describeRelayers.get)
  @Needs('relayers:read')
  async get(@Param('relayer_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    const caller = principalOf(request);
    return answerTo(caller, await this.relayers.get(id, caller.relayers));
  }

  @Post()
  @Describes(describeRelayers.create)
  @Idempotent()
  @Needs('relayers:write')
  async create(@JsonBody() body: unknown, @Req() request: ApiRequest): Promise<Answer> {
    const relayer = await this.relayers.create(body, principalOf(request).relayers);
    return Answer.created(PATH, relayer, viewRelayer(relayer));
  }

  @Patch(':relayer_id')
  @Describes(describeRelayers.patch)
  @Needs('relayers:write')
  async patch(@Param('relayer_id') id: string, @JsonBody() body: unknown, @Req() request: ApiRequest): Promise<Answer> {
    const { relayers: scope } = principalOf(request);
    const relayer = await this.relayers.patch(id, body, preconditionOf(request), scope);
    return Answer.record(relayer, viewRelayer(relayer));
  }

  @Post(':relayer_id/system-state')
  @Describes(describeSystemState)
  @HttpCode(200)
  @Needs('relayers:system')
  async setSystemState(
    @Param('relayer_id') id: string,
    @JsonBody() body: unknown,
    @Req() request: ApiRequest,
  ): Promise<Answer> {
    const caller = principalOf(request);
    return answerTo(caller, await this.relayers.setSystemState(id, body, preconditionOf(request), caller.relayers));
  }

  @Delete(':relayer_id')
  @Describes(describeRelayers.delete)
  @Needs('relayers:write')
  @Enveloped()
  async delete(@Param('relayer_id') id: string, @Req() request: ApiRequest): Promise<string> {
    await this.relayers.delete(id, preconditionOf(request), principalOf(request).relayers);
    return 'Relayer deleted successfully';
  }
}

/** Whoever may write sees the RPC endpoints whole, so that what was read can be written back. */
const seesAll = (caller: Principal): boolean => may(caller, 'relayers:write');

const answerTo = (caller: Principal, relayer: PublishedRelayer): Answer =>
  seesAll(caller) ? Answer.read(relayer, viewRelayer) : Answer.read(relayer, viewMaskedRelayer, MASKED);

/** The filter that a query asks for, among the relayers that there are for the caller. */
const readFilter = (query: Query, scope: RelayerScope): RelayerFilter => ({
  ids: scope,
  networkType: query.text('network_type'),
  network: query.text('network'),
  paused: query.boolean('paused'),
  systemDisabled: query.boolean('system_disabled'),
  signerId: query.text('signer_id'),
  notificationId: query.text('notification_id'),
  search: query.text('search'),
});
