import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { Needs } from '../../auth/permission.guard';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { Enveloped } from '../../http/envelope.interceptor';
import { Idempotent } from '../../http/idempotency.interceptor';
import { JsonBody } from '../../http/json-body.decorator';
import { Describes } from '../../http/openapi/operation';
import { preconditionOf } from '../../http/preconditions';
import { Query } from '../../http/query';
import { SignersService } from '../signers.service';
import { describeSigners } from './signer.description';

const PATH = '/api/v1/signers';

@Controller(PATH)
export class SignersController {
  constructor(private readonly signers: SignersService) {}

  @Get()
  @Describes(describeSigners.list)
  @Needs('signers:read')
  async list(@Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    query.check();
    return Answer.list(PATH, page, await this.signers.list(page));
  }

  @Get(':signer_id')
  @Describes(describeSigners.get)
  @Needs('signers:read')
  async get(@Param('signer_id') id: string): Promise<Answer> {
    return Answer.read(await this.signers.get(id));
  }

  @Post()
  @Describes(describeSigners.create)
  @Idempotent()
  @Needs('signers:write')
  async create(@JsonBody() body: unknown): Promise<Answer> {
    return Answer.created(PATH, await this.signers.create(body));
  }

  @Delete(':signer_id')
  @Describes(describeSigners.delete)
  @Needs('signers:write')
  @Enveloped()
  async delete(@Param('signer_id') id: string, @Req() request: ApiRequest): Promise<string> {
    await this.signers.delete(id, preconditionOf(request), principalOf(request).relayers);
    return 'Signer deleted successfully';
  }
}
