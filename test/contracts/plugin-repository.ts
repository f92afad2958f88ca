import { SealError } from '../../src/encryption/secret-box';
import type { Locked } from '../../src/kernel/record';
import type { Plugin } from '../../src/plugins/domain/plugin';
import { PluginRepository } from '../../src/plugins/domain/plugin.repository';
import { pluginEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { describeManyRecords } from './many-records';
import { describeRecords, type Records } from './records';

/** What keeps the plugins promises. */
export function describePluginRepository(ports: () => Ports): void {
  describe(PluginRepository.name, () => {
    describeRecords<Plugin, Locked<Plugin>>(ports, {
      table: 'plugins',
      records: ({ plugins }) => oneByOne(plugins),
      make: (id) => pluginEntity(id),
    });

    describeManyRecords(
      ports,
      () => ports().plugins,
      (id) => pluginEntity(id),
      ({ id }) => pluginEntity(id, { timeout: 7, config: null }),
    );

    const run = <T>(work: () => Promise<T>): Promise<T> => ports().database.run(work);
    const add = (plugin: Plugin) => run(() => oneByOne(ports().plugins).add(plugin));

    it('brings back every field', async () => {
      const config = { nested: [{ of: 12345678901234567890n }, 1.5, null, true], text: 'ü' };
      const flags = { emit_logs: true, emit_traces: true, raw_response: true, allow_get_invocation: true };
      const whole = pluginEntity('whole', {
        ...flags,
        forward_logs: true,
        timeout: 2n ** 64n - 1n,
        path: `${'x/'.repeat(1000)}x.ts`,
        config,
      });
      await add(whole);
      expect((await ports().plugins.find('whole'))!.entity.document).toEqual(whole.document);
    });

    it('stores another one in place of one, as the next version', async () => {
      const added = await add(pluginEntity('changing'));
      const { plugins } = ports();
      const changed = pluginEntity('changing', { config: null, raw_response: true });
      const replaced = await run(async () => plugins.replace((await plugins.lock('changing'))!, changed));
      expect(replaced).toEqual({ ...added, entity: changed, version: 2 });
      expect(await plugins.find('changing')).toEqual(replaced);
    });

    it('stores configurations sealed only', async () => {
      await add(pluginEntity('sealed', { config: { key: 'planted' } }));
      const [row] = await ports().database.query("SELECT * FROM plugins WHERE id = 'sealed'");
      expect(row).toMatchObject({ config: expect.stringMatching(/^1\.test\.[\w-]+$/), key_id: 'test' });
    });

    it('detects a configuration that was moved to another plugin, and lists the others', async () => {
      await add(pluginEntity('robbed'));
      await add(pluginEntity('robber'));
      await run(() =>
        ports().database.query(
          "UPDATE plugins SET config = (SELECT config FROM plugins WHERE id = 'robbed') WHERE id = 'robber'",
        ),
      );
      await expect(run(() => ports().plugins.lock('robber'))).rejects.toThrow(SealError);
      const page = await ports().plugins.page({ page: 1n, perPage: 1000 });
      const ids: string[] = [];
      for await (const { entity } of page.items) ids.push(entity.id);
      expect(ids).toContain('robbed');
      expect(ids).not.toContain('robber');
    });
  });
}

/** Plugins come and go with whole configurations only. */
const oneByOne = (plugins: PluginRepository): Records<Plugin, Locked<Plugin>> => ({
  find: (id) => plugins.find(id),
  page: (request) => plugins.page(request),
  lock: (id) => plugins.lock(id),
  add: async (after) => {
    await plugins.many.write([{ after }]);
    return (await plugins.find(after.id))!;
  },
  remove: (before) => plugins.many.write([{ before }]),
});
