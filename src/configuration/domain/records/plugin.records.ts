import { fieldsOf } from '../../../kernel/declarations';
import { stringifyExact } from '../../../kernel/exact-json';
import type { PlainObject } from '../../../kernel/merge-patch';
import { validate } from '../../../kernel/validation';
import { withMaskedConfig } from '../../../plugins/domain/masked-config';
import { Plugin } from '../../../plugins/domain/plugin';
import { PluginDraft } from '../../../plugins/domain/plugin.fields';
import { type Items, within } from '../configuration-document';
import type { Exporting } from '../exporting';
import { type FileRecord, issuesOf, type Reading } from '../file-record';
import { type Issue, warning } from '../finding';
import { fieldNames } from '../hints';
import { nullIssues, numberIssues, type Written } from '../openzeppelin-numbers';
import type { Place } from '../openzeppelin-form';
import type { OpenZeppelinRules } from '../rules';
import { ignoringUnknown } from '../unknown-fields';
import { readEach, type ReadSection } from './read-section';
import { type ReadOptions, RecordKind, type RecordItems, type SectionOfFile } from './record-kind';

const CONFIG = 'config';
const ROUNDED = 'has a whole number outside of -2^63 to 2^64-1, which it rounds';

class PluginRecords extends RecordKind<Plugin> {
  override readonly section = 'plugins';
  override readonly name = 'plugin';
  override readonly summary = 'Plugins, which a relayer process runs.';
  override readonly example = { id: 'quote-plugin', path: 'plugins/quote.ts', timeout: 30 };

  override readonly noneIs = [null];

  /** None may be null, as the OpenZeppelin Relayer has it. */
  override items({ section, resolver }: SectionOfFile): Promise<RecordItems> {
    return super.items({ section: section?.value === null ? undefined : section, resolver });
  }

  override read(items: Items, { inquiry }: ReadOptions): Promise<ReadSection<Plugin>> {
    return readEach(items, readPlugin, inquiry);
  }

  /** What they are configured with is compared as one secret, as it may hold some. */
  protected override compared({ document: { config, ...open } }: Plugin): object {
    return { ...open, config: stringifyExact(config) };
  }

  override secretsOf({ document }: Plugin): readonly string[] {
    return document.config ? [CONFIG] : [];
  }

  protected override written({ document }: Plugin, { masked }: Exporting): PlainObject {
    const { config, ...open } = masked.has(this.section) ? withMaskedConfig(document) : document;
    return { ...open, ...(config && { config }) };
  }

  protected override writtenThere(plugin: Plugin, exporting: Exporting, { at, lose }: Place): PlainObject {
    const written = this.written(plugin, exporting);
    if (isRoundedThere(written.config)) lose(within(at, CONFIG), ROUNDED);
    return written;
  }

  override issuesThere(record: PlainObject, _rules: OpenZeppelinRules, written: Written): readonly Issue[] {
    return [
      ...numberIssues(fieldsOf(PluginDraft), record, '', written),
      ...nullIssues(PluginDraft, record, '', ({ notes }) => notes.schema?.type === 'boolean'),
      ...(isRoundedThere(record.config) ? [warning(CONFIG, ROUNDED)] : []),
    ];
  }
}

/** It reads numbers that it declares nothing of as 64 bits, or as floating point. */
function isRoundedThere(value: unknown): boolean {
  if (typeof value === 'bigint') return BigInt.asUintN(64, value) !== value && BigInt.asIntN(64, value) !== value;
  return typeof value === 'object' && value !== null && Object.values(value).some(isRoundedThere);
}

export const pluginRecords = new PluginRecords();

/** Reads a plugin of a file, whose unknown fields the OpenZeppelin Relayer ignores. */
export function readPlugin({ value }: FileRecord): Reading<Plugin> {
  const known = ignoringUnknown(PluginDraft, value, '', (path) => path === '');
  const { value: draft, faults } = validate(PluginDraft, known.value);
  const issues = [...known.issues, ...issuesOf(faults, [], (at) => fieldNames(PluginDraft, at), value)];
  return faults.length > 0 ? { issues } : { value: Plugin.create(draft), issues };
}
