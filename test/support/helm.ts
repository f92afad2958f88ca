import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from './built-service';
import { describeWhere } from './describe-where';

export const CHART = join(root, 'deploy/helm/relayer-management');
const RELEASE = 'relayer-management';

/** An object of Kubernetes. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const works = (command: string, ...parameters: readonly string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

/** Which Python has Helm as a library, where there is no `helm`. */
const PYTHON = process.env.TEST_HELM_PYTHON ?? 'python3';
const hasCommand = works('helm', 'version');

/** Describes what needs Helm: the command, or the package of test/helm/requirements.txt. */
export const whereHelmIs = (subject: string, describeIt: () => void): void =>
  describeWhere(
    hasCommand || works(PYTHON, '-c', 'import helm_python'),
    subject,
    'there is neither helm nor the package of test/helm/requirements.txt',
    describeIt,
  );

function run(command: string, parameters: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

/**
 * Lints the chart and renders it.
 * @throws Error where Helm finds fault with it, or with the values
 */
export function renderChart(values: object): readonly Manifest[] {
  const input = JSON.stringify(values);
  if (hasCommand) run('helm', ['lint', '--strict', CHART, '--values', '-'], input);
  const text = hasCommand
    ? run('helm', ['template', RELEASE, CHART, '--values', '-'], input)
    : run(PYTHON, [join(root, 'test/helm/render.py'), CHART, RELEASE], input);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
