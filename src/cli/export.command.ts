import type { ExportedConfiguration } from '../configuration/domain/exported-records';
import { ndjsonOf } from '../configuration/domain/ndjson';
import { printable, printableJson, printableLines } from '../kernel/printable';
import { withTarget } from './configuration-target';
import { printableYaml } from './printable-yaml';

const FORMATS = {
  json: (configuration: ExportedConfiguration) => `${printableJson(configuration, 2)}\n`,
  yaml: (configuration: ExportedConfiguration) => printableYaml(configuration),
  ndjson: (configuration: ExportedConfiguration) => printableLines([...ndjsonOf(configuration)].join('')),
};

export interface ExportOptions {
  readonly format: keyof typeof FORMATS;
  readonly url?: string;
}

/** Prints the whole configuration, without secrets; where they go is told beside it. */
export const exportConfiguration = ({ format, url }: ExportOptions): Promise<void> =>
  withTarget(url, async (target) => {
    const { configuration, variables } = await target.export();
    process.stdout.write(FORMATS[format](configuration));
    if (variables.length === 0) return;
    const names = variables.map((name) => `  ${printable(name)}`);
    console.error(['Set these variables where the file is used:', ...names].join('\n'));
  });
