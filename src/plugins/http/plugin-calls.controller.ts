import { Controller, Get, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Needs } from '../../http/needs.decorator';
import { NoBody } from '../../http/no-body.decorator';
import { leaveToRelayerProcess } from '../../http/relayer-process';

/** What follows the id is for the plugin. */
const ROUTES = ['call', 'call/*route'];

/** Says where plugins are called, to clients of the OpenZeppelin Relayer. */
@Controller('/api/v1/plugins/:plugin_id')
@ApiExcludeController()
@NoBody()
export class PluginCallsController {
  /** @throws DomainError `not_implemented` always */
  @Get(ROUTES)
  @Needs('plugins:read')
  callByGet(): never {
    return leaveToRelayerProcess('plugins are run');
  }

  /** @throws DomainError `not_implemented` always */
  @Post(ROUTES)
  @Needs('plugins:write')
  call(): never {
    return leaveToRelayerProcess('plugins are run');
  }
}
