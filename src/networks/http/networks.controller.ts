import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Cacheable } from '../../http/cacheable.decorator';
import { Caller } from '../../http/caller.decorator';
import { Idempotent } from '../../http/idempotent.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { Needs } from '../../http/needs.decorator';
import { ApiCreate, ApiDelete, ApiGet, ApiList, ApiUpdate } from '../../http/openapi/resource.decorators';
import { CursorOf, PageQuery } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import { ValidatedBody } from '../../http/validated-body.pipe';
import type { Principal } from '../../kernel/principal';
import type { Precondition, Stored } from '../../kernel/record';
import type { Validated } from '../../kernel/validation';
import type { Network } from '../domain/network';
import { validateNetworkChanges } from '../domain/network.body';
import type { NetworkChanges, NetworkDraft } from '../domain/network.fields';
import { NetworksService } from '../networks.service';
import { NETWORK } from './network.api';
import { NetworkDraftPipe } from './network-draft.pipe';
import { viewOfNetworks } from './network.view';

const PATH = '/api/v1/networks';

@Controller(PATH)
export class NetworksController {
  constructor(private readonly networks: NetworksService) {}

  @Get()
  @Unlimited()
  @Cacheable()
  @ApiList(NETWORK)
  @Needs('networks:read')
  async list(@Query(CursorOf(PATH)) { request }: PageQuery, @Caller() caller: Principal): Promise<Answer> {
    const { of: view, variant } = viewOfNetworks(caller);
    return Answer.page({ path: PATH, request }, await this.networks.list(request), view, variant);
  }

  @Get(':network_id')
  @Unlimited()
  @Cacheable()
  @ApiGet(NETWORK)
  @Needs('networks:read')
  async get(@Param('network_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerTo(caller, await this.networks.get(id));
  }

  @Post()
  @ApiCreate(NETWORK)
  @Idempotent()
  @Needs('networks:write')
  async create(@Body(NetworkDraftPipe) draft: Validated<NetworkDraft>, @Caller() caller: Principal): Promise<Answer> {
    const network = await this.networks.create(draft);
    const { of: view, variant } = viewOfNetworks(caller);
    return Answer.created(PATH, view(network), network, variant);
  }

  @Patch(':network_id')
  @ApiUpdate(NETWORK)
  @Needs('networks:write')
  async patch(
    @Param('network_id') id: string,
    @Body(ValidatedBody.by(validateNetworkChanges)) changes: Validated<NetworkChanges>,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    return answerTo(caller, await this.networks.patch(id, changes, precondition, caller.relayers));
  }

  @Delete(':network_id')
  @ApiDelete(NETWORK)
  @Needs('networks:write')
  async delete(
    @Param('network_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<string> {
    await this.networks.delete(id, precondition, caller.relayers);
    return 'Network deleted successfully';
  }
}

function answerTo(caller: Principal, network: Stored<Network>): Answer {
  const { of: view, variant } = viewOfNetworks(caller);
  return Answer.record(PATH, view(network), network, variant);
}
