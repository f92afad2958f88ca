import { validate } from '../../kernel/validation';
import { Plugin } from '../../plugins/domain/plugin';
import { PluginDraft } from '../../plugins/domain/plugin.fields';
import { type FileRecord, issuesOf, type Reading } from './file-record';
import { fieldNames } from './hints';
import { ignoringUnknown } from './unknown-fields';

/** Reads a plugin of a file, whose unknown fields the OpenZeppelin Relayer ignores. */
export function readPlugin({ value }: FileRecord): Reading<Plugin> {
  const known = ignoringUnknown(PluginDraft, value, '', (path) => path === '');
  const { value: draft, faults } = validate(PluginDraft, known.value);
  const issues = [...known.issues, ...issuesOf(faults, [], (at) => fieldNames(PluginDraft, at), value)];
  return faults.length > 0 ? { issues } : { value: Plugin.create(draft), issues };
}
