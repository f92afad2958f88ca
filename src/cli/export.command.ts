import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { stringifyExact } from '../kernel/exact-json';
import { urlOption, withTarget } from './configuration-target';

interface Options {
  readonly format: 'json' | 'yaml';
  readonly url?: string;
}

/** `relayctl export`: prints the whole configuration, without secrets; where they go is told beside it. */
export const exportCommand = (): Command =>
  new Command('export')
    .description('print the whole configuration; secrets become references to variables, listed on the error output')
    .addOption(new Option('--format <format>', 'of the file').choices(['json', 'yaml']).default('json'))
    .addOption(urlOption())
    .action(({ format, url }: Options) =>
      withTarget(url, async (target) => {
        const { configuration, variables } = await target.export();
        process.stdout.write(
          format === 'yaml' ? stringify(configuration, { lineWidth: 0 }) : `${stringifyExact(configuration, 2)}\n`,
        );
        if (variables.length > 0) {
          console.error(
            ['Set these variables where the file is used:', ...variables.map((name) => `  ${name}`)].join('\n'),
          );
        }
      }),
    );
