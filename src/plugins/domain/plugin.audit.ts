import type { AuditEntry } from '../../kernel/change-log';
import { changedPaths, SET } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import type { Stored } from '../../kernel/record';
import type { Plugin } from './plugin';

const entryOf = (
  event: string,
  { id }: Plugin,
  version: number,
): Pick<AuditEntry, 'resource' | 'id' | 'action' | 'version'> => ({
  resource: 'plugin',
  id,
  action: `plugin.${event}`,
  version,
});

/** What a plugin is configured with may be secret. */
const auditForm = ({ document }: Plugin): string => stringifyExact({ ...document, config: document.config && SET });

export const pluginCreated = (plugin: Plugin): AuditEntry => ({
  ...entryOf('created', plugin, 1),
  after: auditForm(plugin),
});

export const pluginUpdated = ({ entity, version }: Stored<Plugin>, plugin: Plugin): AuditEntry => ({
  ...entryOf('updated', plugin, version + 1),
  paths: changedPaths(compared(entity), compared(plugin)),
  before: auditForm(entity),
  after: auditForm(plugin),
});

export const pluginDeleted = ({ entity, version }: Stored<Plugin>): AuditEntry => ({
  ...entryOf('deleted', entity, version),
  before: auditForm(entity),
});

/** The configuration as one text, whose change names none of its fields. */
const compared = ({ document }: Plugin): object => ({ ...document, config: stringifyExact(document.config) });
