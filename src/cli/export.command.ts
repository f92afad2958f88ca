import { ndjsonOf } from '../configuration/domain/ndjson';
import type { ExportedConfiguration } from '../configuration/export.service';
import { printable, printableJson, printableLines } from '../kernel/printable';
import { withTarget } from './configuration-target';
import type { FolderOptions } from './openzeppelin-folder';
import { printableYaml } from './printable-yaml';
import { UsageError } from './usage-error';

const FORMATS = {
  json: (configuration: ExportedConfiguration) => `${printableJson(configuration, 2)}\n`,
  yaml: (configuration: ExportedConfiguration) => printableYaml(configuration),
  ndjson: (configuration: ExportedConfiguration) => printableLines([...ndjsonOf(configuration)].join('')),
};

export interface ExportOptions extends FolderOptions {
  readonly format: keyof typeof FORMATS;
  readonly url?: string;
  readonly for?: 'openzeppelin';
}

/**
 * Prints the whole configuration, without secrets, where they go is told beside it; or writes it into a folder.
 * @throws UsageError
 */
export const exportConfiguration = (
  folder: string | undefined,
  { format, url, for: system, ...options }: ExportOptions,
): Promise<void> => {
  if (system !== undefined && folder === undefined) throw new UsageError('--for needs a folder to write to');
  if (system === undefined && (folder !== undefined || options.strict || options.force)) {
    throw new UsageError('a folder, --strict and --force go with --for openzeppelin only');
  }
  return withTarget(url, async (target) => {
    if (folder !== undefined) {
      const { writeOpenZeppelinFolder } = await import('./openzeppelin-folder.js');
      await writeOpenZeppelinFolder(folder, await target.exportForOpenZeppelin(), options);
      return;
    }

    const { configuration, variables } = await target.export();
    process.stdout.write(FORMATS[format](configuration));
    if (variables.length === 0) return;
    const names = variables.map((name) => `  ${printable(name)}`);
    console.error(['Set these variables where the file is used:', ...names].join('\n'));
  });
};
