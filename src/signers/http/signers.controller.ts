import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Cacheable } from '../../http/cacheable.decorator';
import { Caller } from '../../http/caller.decorator';
import { Idempotent } from '../../http/idempotent.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { Needs } from '../../http/needs.decorator';
import { ValidatedBody } from '../../http/validated-body.pipe';
import { ApiCreate, ApiDelete, ApiGet, ApiList } from '../../http/openapi/resource.decorators';
import { CursorOf, PageQuery } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import type { Principal } from '../../kernel/principal';
import type { Precondition } from '../../kernel/record';
import type { Validated } from '../../kernel/validation';
import { SignerDraft } from '../domain/signer.fields';
import { SignersService } from '../signers.service';
import { SIGNER } from './signer.api';

const PATH = '/api/v1/signers';

@Controller(PATH)
export class SignersController {
  constructor(private readonly signers: SignersService) {}

  @Get()
  @Unlimited()
  @Cacheable()
  @ApiList(SIGNER)
  @Needs('signers:read')
  async list(@Query(CursorOf(PATH)) { request }: PageQuery): Promise<Answer> {
    return Answer.page({ path: PATH, request }, await this.signers.list(request), ({ entity }) => entity);
  }

  @Get(':signer_id')
  @Unlimited()
  @Cacheable()
  @ApiGet(SIGNER)
  @Needs('signers:read')
  async get(@Param('signer_id') id: string): Promise<Answer> {
    const signer = await this.signers.get(id);
    return Answer.record(PATH, signer.entity, signer);
  }

  @Post()
  @ApiCreate(SIGNER)
  @Idempotent()
  @Needs('signers:write')
  async create(@Body(ValidatedBody.of(SignerDraft)) draft: Validated<SignerDraft>): Promise<Answer> {
    const signer = await this.signers.create(draft);
    return Answer.created(PATH, signer.entity, signer);
  }

  @Delete(':signer_id')
  @ApiDelete(SIGNER)
  @Needs('signers:write')
  async delete(
    @Param('signer_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<string> {
    await this.signers.delete(id, precondition, caller.relayers);
    return 'Signer deleted successfully';
  }
}
