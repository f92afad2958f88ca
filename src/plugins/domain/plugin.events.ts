import type { Announcement } from '../../kernel/change-log';
import { stringifyExact } from '../../kernel/exact-json';
import type { RecordChange } from '../../kernel/record';
import { subscribedEvent } from '../../kernel/subscribed-event';
import { withMaskedConfig } from './masked-config';
import type { Plugin } from './plugin';

export const pluginEvent = (change: RecordChange<Plugin>): Announcement =>
  subscribedEvent('plugin', change, ({ document }) => stringifyExact(withMaskedConfig(document)));
