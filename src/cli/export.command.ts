import { Command, Option } from 'commander';
import type { ExportedConfiguration } from '../configuration/domain/exported-records';
import { ndjsonOf } from '../configuration/domain/ndjson';
import { printable, printableJson, printableLines } from '../kernel/printable';
import { urlOption, withTarget } from './configuration-target';
import { printableYaml } from './printable-yaml';

const FORMATS = {
  json: (configuration: ExportedConfiguration) => `${printableJson(configuration, 2)}\n`,
  yaml: (configuration: ExportedConfiguration) => printableYaml(configuration),
  ndjson: (configuration: ExportedConfiguration) => printableLines([...ndjsonOf(configuration)].join('')),
};

interface Options {
  readonly format: keyof typeof FORMATS;
  readonly url?: string;
}

/** `relayctl export`: prints the whole configuration, without secrets; where they go is told beside it. */
export const exportCommand = (): Command =>
  new Command()
    .addOption(new Option('--format <format>', 'of the file').choices(Object.keys(FORMATS)).default('json'))
    .addOption(urlOption())
    .action(({ format, url }: Options) =>
      withTarget(url, async (target) => {
        const { configuration, variables } = await target.export();
        process.stdout.write(FORMATS[format](configuration));
        if (variables.length > 0) {
          console.error(
            ['Set these variables where the file is used:', ...variables.map((name) => `  ${printable(name)}`)].join(
              '\n',
            ),
          );
        }
      }),
    );
