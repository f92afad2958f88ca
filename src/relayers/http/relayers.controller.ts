import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Cacheable } from '../../http/cacheable.decorator';
import { Caller } from '../../http/caller.decorator';
import { Idempotent } from '../../http/idempotent.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { ValidatedBody } from '../../http/validated-body.pipe';
import { Needs } from '../../http/needs.decorator';
import { ApiCreate, ApiDelete, ApiGet, ApiList, ApiUpdate } from '../../http/openapi/resource.decorators';
import type { Principal } from '../../kernel/principal';
import type { Precondition, Stored } from '../../kernel/record';
import type { Validated } from '../../kernel/validation';
import type { Relayer } from '../domain/relayer';
import { RelayerDraft } from '../domain/relayer.fields';
import { validateRelayerPatch, type RelayerPatch } from '../domain/relayer.patch';
import { validateSystemState, type SystemState } from '../domain/system-state';
import { RelayersService } from '../relayers.service';
import { CursorOf } from '../../http/page.query';
import { KnownNetworkType } from './known-network-type.pipe';
import { ListRelayersQuery } from './list-relayers.query';
import { ApiSystemState, RELAYER, RELAYER_FILTERS } from './relayer.api';
import { viewOfRelayers } from './relayer.view';

const PATH = '/api/v1/relayers';

@Controller(PATH)
export class RelayersController {
  constructor(private readonly relayers: RelayersService) {}

  @Get()
  @Cacheable()
  @ApiList(RELAYER, RELAYER_FILTERS)
  @Needs('relayers:read')
  async list(
    @Query(CursorOf(PATH), KnownNetworkType) query: ListRelayersQuery,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const { request, filters } = query;
    const page = await this.relayers.list(request, { ...query.filter, ids: caller.relayers });
    const { of: view, variant } = viewOfRelayers(caller);
    return Answer.page({ path: PATH, request, query: filters }, page, view, variant);
  }

  @Get(':relayer_id')
  @Cacheable()
  @ApiGet(RELAYER)
  @Needs('relayers:read')
  async get(@Param('relayer_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerTo(caller, await this.relayers.get(id, caller.relayers));
  }

  @Post()
  @ApiCreate(RELAYER)
  @Idempotent()
  @Needs('relayers:write')
  async create(
    @Body(ValidatedBody.of(RelayerDraft)) draft: Validated<RelayerDraft>,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const relayer = await this.relayers.create(draft, caller.relayers);
    const { of: view, variant } = viewOfRelayers(caller);
    return Answer.created(PATH, view(relayer), relayer, variant);
  }

  @Patch(':relayer_id')
  @ApiUpdate(RELAYER)
  @Needs('relayers:write')
  async patch(
    @Param('relayer_id') id: string,
    @Body(ValidatedBody.by(validateRelayerPatch)) patch: Validated<RelayerPatch>,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    return answerTo(caller, await this.relayers.patch(id, patch, precondition, caller.relayers));
  }

  @Post(':relayer_id/system-state')
  @ApiSystemState()
  @HttpCode(200)
  @Needs('relayers:system')
  async setSystemState(
    @Param('relayer_id') id: string,
    @Body(ValidatedBody.by(validateSystemState)) state: Validated<SystemState>,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    return answerTo(caller, await this.relayers.setSystemState(id, state, precondition, caller.relayers));
  }

  @Delete(':relayer_id')
  @ApiDelete(RELAYER)
  @Needs('relayers:write')
  async delete(
    @Param('relayer_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<string> {
    await this.relayers.delete(id, precondition, caller.relayers);
    return 'Relayer deleted successfully';
  }
}

function answerTo(caller: Principal, relayer: Stored<Relayer>): Answer {
  const { of: view, variant } = viewOfRelayers(caller);
  return Answer.record(PATH, view(relayer), relayer, variant);
}
