import type { ApplyOptions } from '../configuration/domain/plan';
import { UnusableConfiguration } from '../configuration/unusable-configuration';
import { printableJson } from '../kernel/printable';
import { withTarget } from './configuration-target';
import { DIFFERENT, REFUSED } from './exit-codes';
import { linesOfFindings } from './finding-lines';
import { linesOfPlan } from './plan-lines';
import type { Planned, Target } from './target';

interface Output {
  readonly json?: true | undefined;
  readonly url?: string | undefined;
}

export interface DiffOptions extends Output {
  readonly prune?: true;
}

export type ImportOptions = Output & Pick<ApplyOptions, 'onConflict'>;

/** Shows what would change; the exit code tells whether anything would. */
export const diffFile = (file: string, { json, url, prune }: DiffOptions): Promise<void> =>
  onFile(file, { json, url }, async (target) => {
    const planned = await target.plan(file, { onConflict: 'replace', prune: prune ?? false });
    showPlan(file, planned, json);
    if (planned.plan.changes.length > 0) process.exitCode = DIFFERENT;
  });

/** Adds what a file has. */
export const importFile = (file: string, { json, url, onConflict }: ImportOptions): Promise<void> =>
  onFile(file, { json, url }, async (target) => {
    showPlan(file, await target.apply(file, { onConflict, prune: false }), json, true);
  });

/** Works on what a file is for; the faults of the file are told as `validate` tells them. */
export async function onFile(
  file: string,
  { json, url }: Output,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  try {
    await withTarget(url, work);
  } catch (error) {
    if (!(error instanceof UnusableConfiguration)) throw error;
    const { findings } = error;
    if (json) console.log(printableJson({ valid: false, findings }));
    else console.error(linesOfFindings(file, findings).join('\n'));
    process.exitCode = REFUSED;
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
