import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { NoBody } from '../../http/no-body.decorator';
import { Caller } from '../../http/caller.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { Needs } from '../../http/needs.decorator';
import { CursorOf, PageQuery } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import type { Principal } from '../../kernel/principal';
import type { Precondition } from '../../kernel/record';
import { TokenDraft } from '../domain/token.fields';
import { TokensService } from '../tokens.service';
import { ApiGetToken, ApiIssueToken, ApiListTokens, ApiRevokeToken, ApiRotateToken } from './token.api';
import { viewIssuedToken, viewToken } from './token.view';

const PATH = '/api/v1/tokens';

/** A creation cannot be repeated under an `Idempotency-Key`: that would keep the text of the token. */
@Controller(PATH)
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Unlimited()
  @ApiListTokens()
  @Needs('tokens:read')
  async list(@Query(CursorOf(PATH)) { request }: PageQuery, @Caller() caller: Principal): Promise<Answer> {
    const page = await this.tokens.list(request, caller);
    return Answer.page({ path: PATH, request }, page, viewToken);
  }

  @Get(':token_id')
  @Unlimited()
  @ApiGetToken()
  @Needs('tokens:read')
  async get(@Param('token_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    const token = await this.tokens.get(id, caller);
    return Answer.record(PATH, viewToken(token), token);
  }

  @Post()
  @ApiIssueToken()
  @Needs('tokens:write')
  async create(@Body() draft: TokenDraft, @Caller() caller: Principal): Promise<Answer> {
    const { token, text } = await this.tokens.issue(draft, caller);
    return Answer.created(PATH, viewIssuedToken(token, text), token);
  }

  @Post(':token_id/rotate')
  @ApiRotateToken()
  @Needs('tokens:write')
  @NoBody()
  @HttpCode(200)
  async rotate(
    @Param('token_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    const { token, text } = await this.tokens.rotate(id, caller, precondition);
    return Answer.record(PATH, viewIssuedToken(token, text), token);
  }

  @Delete(':token_id')
  @ApiRevokeToken()
  @Needs('tokens:write')
  async revoke(
    @Param('token_id') id: string,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<string> {
    await this.tokens.revoke(id, caller, precondition);
    return 'Token revoked successfully';
  }
}
