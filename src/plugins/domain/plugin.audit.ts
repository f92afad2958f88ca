import { SET } from '../../kernel/changed-paths';
import { stringifyExact } from '../../kernel/exact-json';
import { RecordAudit } from '../../kernel/record-audit';
import type { Plugin } from './plugin';

/** What a plugin is configured with may be secret: it is compared as one text, whose change names none of its fields. */
export const pluginAudit = new RecordAudit<Plugin>(
  'plugin',
  ({ document }) => stringifyExact({ ...document, config: document.config && SET }),
  ({ document }) => ({ ...document, config: stringifyExact(document.config) }),
);
