import { stringifyExact } from '../../src/kernel/exact-json';
import { configuredService, IMPORT, linesOf, PRUNE } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';

const quote = {
  id: 'quote',
  path: 'plugins/quote.ts',
  timeout: 30,
  emit_logs: true,
  config: { api_key: 'planted', amount: 12345678901234567890n },
};
const plain = { id: 'plain', path: 'plain.ts' };
const DEFAULTS = {
  timeout: 300,
  emit_logs: false,
  emit_traces: false,
  raw_response: false,
  allow_get_invocation: false,
  forward_logs: false,
};

onEachDatabase('The plugins of a configuration', (create) => {
  const service = configuredService(create);
  const read = async (id: string): Promise<unknown> => (await service.call('GET', `/api/v1/plugins/${id}`)).json.data;
  const write = (plugins: unknown): string => service.written({ plugins });

  it('are created with what the file says, and with defaults for the rest', async () => {
    const { plan } = await service.apply(write([quote, plain]), IMPORT);
    expect(linesOf(plan)).toEqual(['create plugin quote', 'create plugin plain']);
    expect(await read('plain')).toEqual({ ...plain, ...DEFAULTS, config: null });
    const { text } = await service.call('GET', '/api/v1/plugins/quote');
    expect(text).toContain(`"config":${stringifyExact(quote.config)}`);
    expect(await service.audited()).toEqual(['plugin.created quote', 'plugin.created plain']);
  });

  it('are exported so that they make the same plugins again', async () => {
    await service.apply(write([quote, plain]), IMPORT);
    const { configuration, variables } = await service.exported();
    expect(variables).toEqual([]);
    expect(configuration.plugins).toEqual([
      { ...plain, ...DEFAULTS },
      { ...DEFAULTS, ...quote },
    ]);
    expect((await service.plan(service.written(configuration), PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });
  });

  it('are compared field by field, and their configurations as the secrets that they may hold', async () => {
    await service.apply(write([quote, plain]), IMPORT);
    const { plan } = await service.plan(write([{ ...quote, timeout: undefined, config: { api_key: 'other' } }, plain]));
    expect(plan).toMatchObject({ unchanged: 1, extra: 0 });
    expect(plan.changes).toEqual([
      {
        action: 'update',
        resource: 'plugin',
        id: 'quote',
        fields: [
          { path: 'timeout', before: 30, after: 300 },
          { path: 'config', secret: true },
        ],
      },
    ]);
  });

  it('are changed, and keep their place', async () => {
    await service.apply(write([quote, plain]), IMPORT);
    await service.apply(write([plain, { ...quote, config: null, forward_logs: true }]));
    expect(await read('quote')).toEqual({ ...DEFAULTS, ...quote, config: null, forward_logs: true });
    expect(await service.ids('plugins')).toEqual(['quote', 'plain']);
    expect((await service.apply(write([plain, quote]))).plan.changes).toHaveLength(1);
    expect(JSON.stringify(await service.call('GET', '/api/v1/audit-events'))).not.toContain('planted');
  });

  it('go only where the file has the section, and prune is asked for', async () => {
    await service.apply(write([quote, plain]), IMPORT);
    for (const file of [{ plugins: null }, { signers: [] }]) {
      expect((await service.apply(service.written(file), PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });
    }
    expect((await service.apply(write([quote]))).plan).toMatchObject({ changes: [], unchanged: 1, extra: 1 });
    expect(linesOf((await service.apply(write([quote]), PRUNE)).plan)).toEqual(['delete plugin plain']);
    expect(linesOf((await service.apply(write([]), PRUNE)).plan)).toEqual(['delete plugin quote']);
    expect(await service.ids('plugins')).toEqual([]);
  });

  it('are left alone, or a reason to do nothing, where they are stored already', async () => {
    await service.apply(write([quote]), IMPORT);
    const file = write([{ ...quote, timeout: 5 }, plain]);
    await expect(service.apply(file, IMPORT)).rejects.toThrow('Already stored: plugin quote');
    expect((await service.apply(file, { onConflict: 'skip', prune: false })).plan).toMatchObject({ skipped: 1 });
    expect(await read('quote')).toMatchObject({ timeout: 30 });
    expect(await service.ids('plugins')).toEqual(['quote', 'plain']);
  });
});
