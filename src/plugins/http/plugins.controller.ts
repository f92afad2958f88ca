import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { Answer } from '../../http/answer';
import { Cacheable } from '../../http/cacheable.decorator';
import { Caller } from '../../http/caller.decorator';
import { IfMatch } from '../../http/if-match.decorator';
import { Needs } from '../../http/needs.decorator';
import { ApiGet, ApiList, ApiUpdate } from '../../http/openapi/resource.decorators';
import { CursorOf, PageQuery } from '../../http/page.query';
import { Unlimited } from '../../http/unlimited.decorator';
import { ValidatedBody } from '../../http/validated-body.pipe';
import type { Principal } from '../../kernel/principal';
import type { Precondition, Stored } from '../../kernel/record';
import type { Validated } from '../../kernel/validation';
import type { Plugin } from '../domain/plugin';
import type { PluginChanges } from '../domain/plugin.fields';
import { validatePluginPatch } from '../domain/plugin.patch';
import { PluginsService } from '../plugins.service';
import { PLUGIN } from './plugin.api';
import { viewOfPlugins } from './plugin.view';

const PATH = '/api/v1/plugins';

@Controller(PATH)
export class PluginsController {
  constructor(private readonly plugins: PluginsService) {}

  @Get()
  @Unlimited()
  @Cacheable()
  @ApiList(PLUGIN)
  @Needs('plugins:read')
  async list(@Query(CursorOf(PATH)) { request }: PageQuery, @Caller() caller: Principal): Promise<Answer> {
    const { of: view, variant } = viewOfPlugins(caller);
    return Answer.page({ path: PATH, request }, await this.plugins.list(request), view, variant);
  }

  @Get(':plugin_id')
  @Unlimited()
  @Cacheable()
  @ApiGet(PLUGIN)
  @Needs('plugins:read')
  async get(@Param('plugin_id') id: string, @Caller() caller: Principal): Promise<Answer> {
    return answerTo(caller, await this.plugins.get(id));
  }

  @Patch(':plugin_id')
  @ApiUpdate(PLUGIN)
  @Needs('plugins:write')
  async patch(
    @Param('plugin_id') id: string,
    @Body(ValidatedBody.by(validatePluginPatch)) changes: Validated<PluginChanges>,
    @IfMatch(PATH) precondition: Precondition | undefined,
    @Caller() caller: Principal,
  ): Promise<Answer> {
    return answerTo(caller, await this.plugins.patch(id, changes, precondition));
  }
}

function answerTo(caller: Principal, plugin: Stored<Plugin>): Answer {
  const { of: view, variant } = viewOfPlugins(caller);
  return Answer.record(PATH, view(plugin), plugin, variant);
}
