import { Controller, Delete, Get, Header, HttpCode, Param, Post, Req } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { type ApiRequest, principalOf } from '../../http/api-request';
import { Enveloped } from '../../http/envelope.interceptor';
import { JsonBody } from '../../http/json-body.decorator';
import { Describes } from '../../http/openapi/operation';
import { preconditionOf } from '../../http/preconditions';
import { Query } from '../../http/query';
import { Needs } from '../permission.guard';
import { TokensService } from '../tokens.service';
import { describeTokens } from './token.description';
import { variantOf, viewShownToken, viewToken } from './token.view';

const PATH = '/api/v1/tokens';

/** A creation cannot be repeated under an `Idempotency-Key`: that would keep the text of the token. */
@Controller(PATH)
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Describes(describeTokens.list)
  @Needs('tokens:read')
  async list(@Req() request: ApiRequest): Promise<Answer> {
    const query = new Query(request);
    const page = query.page();
    query.check();
    return Answer.list(PATH, page, await this.tokens.list(page, principalOf(request)), viewToken);
  }

  @Get(':token_id')
  @Describes(describeTokens.get)
  @Needs('tokens:read')
  async get(@Param('token_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    const token = await this.tokens.get(id, principalOf(request));
    return Answer.record(token, viewToken(token), variantOf(token));
  }

  @Post()
  @Describes(describeTokens.create)
  @Needs('tokens:write')
  @Header('Cache-Control', 'no-store')
  async create(@JsonBody() body: unknown, @Req() request: ApiRequest): Promise<Answer> {
    const { token, text } = await this.tokens.issue(body, principalOf(request));
    return Answer.created(PATH, token, viewShownToken(token, text));
  }

  @Post(':token_id/rotate')
  @Describes(describeTokens.rotate)
  @Needs('tokens:write')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async rotate(@Param('token_id') id: string, @Req() request: ApiRequest): Promise<Answer> {
    const { token, text } = await this.tokens.rotate(id, principalOf(request), preconditionOf(request));
    return Answer.record(token, viewShownToken(token, text), variantOf(token));
  }

  @Delete(':token_id')
  @Describes(describeTokens.revoke)
  @Needs('tokens:write')
  @Enveloped()
  async revoke(@Param('token_id') id: string, @Req() request: ApiRequest): Promise<string> {
    await this.tokens.revoke(id, principalOf(request), preconditionOf(request));
    return 'Token revoked successfully';
  }
}
