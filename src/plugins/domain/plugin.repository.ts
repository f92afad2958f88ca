import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import type { Plugin } from './plugin';

/** Stores the plugins, which only whole configurations make and remove. Writing and locking need a transaction. */
export abstract class PluginRepository {
  abstract readonly many: ManyOf<Plugin>;

  abstract find(id: string): Promise<Stored<Plugin> | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Stored<Plugin>>>;

  /** The plugin, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Locked<Plugin> | undefined>;

  /** Stores the plugin in place of the one that was locked, as the next version. */
  abstract replace(locked: Locked<Plugin>, plugin: Plugin): Promise<Stored<Plugin>>;
}
