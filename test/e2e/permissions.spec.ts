import { Controller, Get, Module } from '@nestjs/common';
import { Needs } from '../../src/http/needs.decorator';
import { asToken } from '../support/as-token';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

@Controller('/api/v1/unsaid')
class UnsaidController {
  @Get()
  get(): string {
    return 'not to be seen';
  }
}

@Controller('/api/v1/said')
@Needs('signers:write')
class SaidController {
  @Get()
  get(): string {
    return 'for those who may write signers';
  }

  @Get('less')
  @Needs('any')
  less(): string {
    return 'for everybody with a token';
  }
}

@Module({ controllers: [UnsaidController, SaidController] })
class OutsideModule {}

describe('Permissions', () => {
  const service = sharedApp(databases[0]!.create, { extensions: [OutsideModule] });

  it('let nobody, whatever their permissions, call a route that declares none', async () => {
    const reply = await service.call('GET', '/api/v1/unsaid');
    expect(reply).toMatchObject({ status: 403, json: { success: false, data: null, message: 'Forbidden' } });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="relayer-management", error="insufficient_scope"');
  });

  it('of a controller hold for its routes that declare none', async () => {
    const may = await asToken(service, { permissions: ['signers:write'] });
    const mayNot = await asToken(service, { permissions: ['signers:read'] });
    expect((await may.call('GET', '/api/v1/said')).status).toBe(200);
    expect((await mayNot.call('GET', '/api/v1/said')).status).toBe(403);
    expect((await mayNot.call('GET', '/api/v1/said/less')).status).toBe(200);
  });
});
