import { Command, Option } from 'commander';
import type { ApplyOptions } from '../configuration/domain/plan';
import { UnusableConfiguration } from '../configuration/unusable-configuration';
import { printableJson } from '../kernel/printable';
import { urlOption, withTarget } from './configuration-target';
import { linesOfFindings } from './finding-lines';
import { linesOfPlan } from './plan-lines';
import type { Planned, Target } from './target';

interface Options {
  readonly json?: true | undefined;
  readonly url?: string | undefined;
}

/** As `diff` and `kubectl diff` tell a difference from trouble, though with the other number: 1 says that work failed. */
const DIFFERENT = 2;

/** What a file may be. */
export const FILE = 'in JSON, YAML or NDJSON, or a folder with a config.json';

/** `relayctl diff`: what would change; the exit code tells whether anything would. */
export const diffCommand = (): Command =>
  new Command()
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(urlOption())
    .option('--prune', 'count deletions of what is not in the file')
    .action((file: string, { json, url, prune }: Options & { readonly prune?: true }) =>
      onFile(file, { json, url }, async (target) => {
        const planned = await target.plan(file, { onConflict: 'replace', prune: prune ?? false });
        showPlan(file, planned, json);
        if (planned.plan.changes.length > 0) process.exitCode = DIFFERENT;
      }),
    );

/** `relayctl import`: adds what a file has. */
export const importCommand = (): Command =>
  new Command()
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(urlOption())
    .addOption(
      new Option('--on-conflict <what>', 'what becomes of records that are stored already')
        .choices(['fail', 'skip', 'replace'])
        .default('fail'),
    )
    .action(
      (
        file: string,
        { json, url, onConflict = 'fail' }: Options & { readonly onConflict?: ApplyOptions['onConflict'] },
      ) =>
        onFile(file, { json, url }, async (target) => {
          showPlan(file, await target.apply(file, { onConflict, prune: false }), json, true);
        }),
    );

/** Works on what a file is for; the faults of the file are told as `validate` tells them. */
export async function onFile(
  file: string,
  { json, url }: Options,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  try {
    await withTarget(url, work);
  } catch (error) {
    if (!(error instanceof UnusableConfiguration)) throw error;
    const { findings } = error;
    if (json) console.log(printableJson({ valid: false, findings }));
    else console.error(linesOfFindings(file, findings).join('\n'));
    process.exitCode = 1;
  }
}

/** Tells a plan, and what the file is warned of. */
export function showPlan(file: string, { plan, warnings }: Planned, json?: true, applied = false): void {
  if (json) {
    console.log(printableJson({ ...plan, applied, warnings }));
    return;
  }
  if (warnings.length > 0) console.error(linesOfFindings(file, warnings).join('\n'));
  console.log(linesOfPlan(plan, applied).join('\n'));
}
