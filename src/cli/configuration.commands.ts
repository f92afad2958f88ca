import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import type { Wish } from '../bundle/domain/plan';
import { withFile } from '../bundle/source';
import { UnusableConfiguration } from '../bundle/unusable-configuration';
import { stringifyExact } from '../kernel/exact-json';
import { type Planned, type Target, withDatabase } from './configuration-target';
import { linesOfFindings } from './finding-lines';
import { linesOfPlan } from './plan-lines';

interface Options {
  readonly json?: true;
  readonly prune?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly onConflict?: Wish['existing'];
}

/** As `diff` and `kubectl diff` tell a difference from trouble, though with the other number: 1 says that work failed. */
const DIFFERENT = 2;
const FILE = 'in JSON or YAML, or a folder with a config.json';

/** `relayctl diff`: what would change; the exit code tells whether anything would. */
export const diffCommand = (): Command =>
  withOutput(
    new Command('diff').description('tell what apply would change; exit code 0: nothing, 2: something, else trouble'),
  )
    .argument('<file>', FILE)
    .option('--prune', 'count deletions of what is not in the file')
    .action((file: string, { json, prune }: Options) =>
      onFile(file, json, async (target, source) => {
        const planned = await target.plan(source, { existing: 'replace', prune: prune ?? false });
        show(file, planned, json);
        if (planned.plan.changes.length > 0) process.exitCode = DIFFERENT;
      }),
    );

/** `relayctl apply`: makes the store equal to a file. */
export const applyCommand = (): Command =>
  withOutput(new Command('apply').description('make what is stored equal to a file, all of it or nothing'))
    .argument('<file>', FILE)
    .option('--prune', 'delete what is not in the file, in the sections that it has')
    .option('--dry-run', 'only tell what would change')
    .option('--yes', 'do not ask on a terminal')
    .action((file: string, { json, prune, dryRun, yes }: Options) =>
      onFile(file, json, async (target, source) => {
        const wish: Wish = { existing: 'replace', prune: prune ?? false };
        const asks = process.stdin.isTTY && process.stdout.isTTY && !yes && !json;
        if (!dryRun && !asks) {
          show(file, await target.apply(source, wish), json, true);
          return;
        }
        const planned = await target.plan(source, wish);
        show(file, planned, json);
        if (dryRun || planned.plan.changes.length === 0) return;
        if (await isConfirmed()) {
          await target.apply(source, wish);
          console.log('Done.');
        } else {
          console.log('Nothing was changed.');
          process.exitCode = 1;
        }
      }),
    );

/** `relayctl import`: adds what a file has. */
export const importCommand = (): Command =>
  withOutput(new Command('import').description('store what a file has, all of it or nothing; ids are kept'))
    .argument('<file>', FILE)
    .addOption(
      new Option('--on-conflict <what>', 'what becomes of records that are stored already')
        .choices(['fail', 'skip', 'replace'])
        .default('fail'),
    )
    .action((file: string, { json, onConflict = 'fail' }: Options) =>
      onFile(file, json, async (target, source) => {
        show(file, await target.apply(source, { existing: onConflict, prune: false }), json, true);
      }),
    );

const withOutput = (command: Command): Command => command.option('--json', 'for programs');

/** Opens the file and the target; the faults of the file are told as `validate` tells them. */
async function onFile(
  file: string,
  json: true | undefined,
  work: (target: Target, source: Parameters<Target['plan']>[0]) => Promise<void>,
): Promise<void> {
  try {
    await withFile(file, (source) => withDatabase((target) => work(target, source)));
  } catch (error) {
    if (!(error instanceof UnusableConfiguration)) throw error;
    const { findings } = error;
    if (json) console.log(JSON.stringify({ valid: false, findings }));
    else console.error(linesOfFindings(file, findings).join('\n'));
    process.exitCode = 1;
  }
}

function show(file: string, { plan, warnings }: Planned, json: true | undefined, applied = false): void {
  if (json) {
    console.log(stringifyExact({ ...plan, applied, warnings }));
    return;
  }
  if (warnings.length > 0) console.error(linesOfFindings(file, warnings).join('\n'));
  console.log(linesOfPlan(plan, applied).join('\n'));
}

async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Apply these changes? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
