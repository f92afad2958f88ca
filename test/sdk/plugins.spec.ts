import { Configuration, MetricsApi, PluginsApi } from '@openzeppelin/relayer-sdk';
import { MetricsServer } from '../../src/metrics/metrics-server';
import { pluginEntity } from '../builders/entities';
import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';
import { storePlugins } from '../support/stored-plugins';
import { refusal } from './refusal';

onEachDatabase('The client of the OpenZeppelin Relayer', (create) => {
  const service = sharedApp(create);

  it.each(['', '/'])('lists, reads and updates plugins, with %j at the end of its base path', async (end) => {
    const id = `quote${end === '' ? '' : '-2'}`;
    await storePlugins(service.app, pluginEntity(id, { timeout: 30 }));
    const basePath = service.app.url + end;
    const plugins = new PluginsApi(new Configuration({ basePath, accessToken: API_KEY }));
    const plugin = { id, path: `plugins/${id}.ts`, timeout: 30, config: { key: `key of ${id}` } };
    const { data: read } = await plugins.getPlugin(id);
    expect(read).toMatchObject({ success: true, data: plugin });
    expect((await plugins.listPlugins(1, 100)).data.data).toContainEqual(read.data);

    const updated = await plugins.updatePlugin(id, { timeout: 60, emit_logs: true, config: { venue: 'other' } });
    expect(updated.data.data).toEqual({ ...read.data, timeout: 60, emit_logs: true, config: { venue: 'other' } });
    const cleared = await plugins.updatePlugin(id, { config: null as never });
    expect(cleared.data.data).toMatchObject({ timeout: 60, config: null });
    expect(await refusal(plugins.getPlugin('none'))).toEqual({
      status: 404,
      data: { success: false, data: null, message: 'Plugin with id none not found' },
    });
  });

  it('lists metrics, reads one and all of them, where they have a port of their own', async () => {
    const port = await service.app.app.get(MetricsServer).listen(0, '127.0.0.1');
    for (const end of ['', '/']) {
      const basePath = `http://127.0.0.1:${String(port)}${end}`;
      const metrics = new MetricsApi(new Configuration({ basePath, accessToken: API_KEY }));
      const { data: names } = await metrics.listMetrics();
      expect(names).toContain('relayer_management_build_info');
      expect((await metrics.metricDetail('relayer_management_build_info')).data).toMatch(/^# HELP relayer_man/);
      const { data: all } = await metrics.scrapeMetrics();
      for (const name of names) expect(all).toContain(`# HELP ${name} `);
      expect(await refusal(metrics.metricDetail('none'))).toMatchObject({ status: 404 });
    }
  });
});
