import type { Announcement } from '../../kernel/change-log';
import { stringifyExact } from '../../kernel/exact-json';
import { withMaskedConfig } from './masked-config';
import type { Plugin } from './plugin';

const announce = (payloadType: string, { id, document }: Plugin, version: number): Announcement => ({
  event: 'plugin_update',
  payloadType,
  members: { plugin: stringifyExact(withMaskedConfig(document)), version: String(version) },
  resource: 'plugin',
  id,
  version,
});

/** For those who subscribe: a plugin has no notification of its own. */
export const pluginCreatedEvent = (plugin: Plugin): Announcement => announce('plugin_created', plugin, 1);

/** @see pluginCreatedEvent */
export const pluginUpdatedEvent = (plugin: Plugin, version: number): Announcement =>
  announce('plugin_updated', plugin, version);

/** @see pluginCreatedEvent */
export const pluginDeletedEvent = (plugin: Plugin, version: number): Announcement =>
  announce('plugin_deleted', plugin, version);
