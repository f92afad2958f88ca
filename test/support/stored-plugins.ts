import { Transactions } from '../../src/kernel/transactions';
import type { Plugin } from '../../src/plugins/domain/plugin';
import { PluginRepository } from '../../src/plugins/domain/plugin.repository';
import { PluginsService } from '../../src/plugins/plugins.service';
import type { OpenApp } from './open-app';

/** Stores plugins, which no request creates, as an import does. */
export const storePlugins = ({ app }: Pick<OpenApp, 'app'>, ...plugins: readonly Plugin[]): Promise<void> =>
  app.get(Transactions).run(() => app.get(PluginsService).writeAll(plugins.map((after) => ({ after }))));

/** Removes a plugin, as an import with `prune` does. */
export const removePlugin = ({ app }: Pick<OpenApp, 'app'>, id: string): Promise<void> =>
  app.get(Transactions).run(async () => {
    const before = await app.get(PluginRepository).lock(id);
    if (before) await app.get(PluginsService).writeAll([{ before }]);
  });
