import { createInterface } from 'node:readline';
import type { ApplyOptions } from '../configuration/domain/plan';
import { DomainError } from '../kernel/domain-error';
import { onFile, showPlan } from './configuration.commands';
import { REFUSED } from './exit-codes';
import type { Target } from './target';

export interface ApplyFileOptions {
  readonly json?: true;
  readonly url?: string;
  readonly prune?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Makes the store equal to a file. */
export const applyFile = (file: string, { json, url, prune, dryRun, yes }: ApplyFileOptions): Promise<void> =>
  onFile(file, { json, url }, async (target) => {
    const options: ApplyOptions = { onConflict: 'replace', prune: prune ?? false };
    const asks = process.stdin.isTTY && process.stdout.isTTY && !yes && !json;
    if (dryRun) showPlan(file, await target.plan(file, options), json);
    else if (asks) await applyConfirmed(target, file, options);
    else showPlan(file, await target.apply(file, options), json, true);
  });

/** Carries out what was shown and agreed to; where something else would change by now, it is shown and asked again. */
async function applyConfirmed(target: Target, file: string, options: ApplyOptions): Promise<void> {
  for (;;) {
    const planned = await target.plan(file, options);
    showPlan(file, planned);
    const { changes, digest } = planned.plan;
    if (changes.length === 0) return;
    if (!(await isConfirmed())) {
      console.log('Nothing was changed.');
      process.exitCode = REFUSED;
      return;
    }
    if (await isApplied(target, file, { ...options, digest })) {
      console.log('Done.');
      return;
    }
    console.log('Nothing was changed: this is no longer what would change. Now it is:');
  }
}

async function isApplied(target: Target, file: string, options: ApplyOptions): Promise<boolean> {
  try {
    await target.apply(file, options);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'precondition_failed') return false;
    throw error;
  }
}

/** Who ends the input, or interrupts, has not agreed. */
async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
    terminal.question('Apply these changes? [y/N] ', resolve);
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
