import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Need, NEEDS } from './mutation';

const SOURCE = resolve(__dirname, '../..');
const COPIED = [
  ...['src', 'migrations', 'test', 'bench', 'docs/examples'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'openapi.json'],
  ...['jest.config.cjs', '.swcrc.cjs'],
];
/** In milliseconds: a program that lost a limit may never end. */
const RUN_LIMIT_MS = 300_000;

/** What the specs said. */
export interface Verdict {
  /** The name of the first test that failed, or what else kept the specs from passing. */
  readonly failure: string | undefined;
  /** The message of a spec that could not be run at all. */
  readonly broken: string | undefined;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A copy of the source in which specs run; it is gone when the process ends. */
export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'mutation-'));
  private readonly report = join(this.root, 'report.json');
  private readonly temporary = join(this.root, 'tmp');
  private running: ChildProcess | undefined;

  constructor() {
    for (const name of COPIED) cpSync(join(SOURCE, name), join(this.root, name), { recursive: true });
    symlinkSync(realpathSync(join(SOURCE, 'node_modules')), join(this.root, 'node_modules'));
    mkdirSync(this.temporary);
    // Servers that specs start run under another account, in folders below.
    chmodSync(this.root, 0o755);
    process.once('exit', () => {
      this.kill();
      rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** Runs the work with another text in a file, which is put back afterwards. */
  async with<T>(file: string, text: string, work: () => Promise<T>): Promise<T> {
    const kept = this.read(file);
    writeFileSync(join(this.root, file), text);
    try {
      return await work();
    } finally {
      writeFileSync(join(this.root, file), kept);
    }
  }

  /** Runs specs one after another until one fails. */
  async run(specs: readonly string[], needs: Need | undefined): Promise<Verdict> {
    rmSync(this.report, { force: true });
    const jest = join(this.root, 'node_modules/jest/bin/jest.js');
    const options = ['-i', '--bail', '--silent', '--forceExit', '--json', `--outputFile=${this.report}`];
    const cache = `--cacheDirectory=${join(this.root, '.jest')}`;
    const child = spawn(process.execPath, [jest, ...options, cache, '--runTestsByPath', ...specs], {
      cwd: this.root,
      env: this.environment(needs),
      stdio: 'ignore',
      detached: true,
    });
    this.running = child;
    const timer = setTimeout(() => this.kill(), RUN_LIMIT_MS);
    await once(child, 'exit');
    clearTimeout(timer);
    this.kill();
    this.running = undefined;
    return this.verdict(child.exitCode);
  }

  private environment(needs: Need | undefined): NodeJS.ProcessEnv {
    const unneeded = Object.entries(NEEDS).filter(([need]) => need !== needs);
    const hidden = Object.fromEntries(unneeded.map(([, variable]) => [variable, undefined]));
    return { ...process.env, ...hidden, TMPDIR: this.temporary };
  }

  private verdict(exitCode: number | null): Verdict {
    if (!existsSync(this.report)) {
      return { failure: `no end within ${String(RUN_LIMIT_MS / 1000)} s, or a crash`, broken: undefined };
    }
    const { testResults } = JSON.parse(readFileSync(this.report, 'utf8')) as Report;
    const broken = testResults.find(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ status }) => status === 'failed');
    const other = exitCode === 0 ? undefined : 'what follows the tests';
    return { failure: failed?.fullName ?? other, broken: broken?.message };
  }

  /** With all that it started. */
  private kill(): void {
    if (this.running?.pid === undefined) return;
    try {
      process.kill(-this.running.pid, 'SIGKILL');
    } catch {
      // It has ended, and everything that it started, too.
    }
  }
}
