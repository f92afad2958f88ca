import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = resolve(__dirname, '../..');

const READY_WITHIN_MS = 30_000;
const BUILT_WITHIN_MS = 180_000;
const POLL_EVERY_MS = 50;

/** A command of the built service, in a process of its own. */
export interface BuiltCommand {
  /** What it has printed so far on both outputs. */
  readonly printed: () => string;
  /** Resolves with its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** The service as it is shipped, in a process of its own. */
export interface BuiltService extends BuiltCommand {
  readonly baseUrl: string;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

let isBuilt = false;

/** The path of the built entry point, which is built first where it is missing or older than a source. */
export function builtEntryPoint(): string {
  if (!isBuilt) {
    alone(() => {
      execFileSync(process.execPath, ['scripts/build.cjs', '--if-older'], { cwd: root, stdio: 'pipe' });
    });
    isBuilt = true;
  }
  return join(root, 'dist/src/main.js');
}

/** Runs a command of the built service in `directory`, with no other settings than these. */
export function runBuilt(
  directory: string,
  settings: Record<string, string>,
  parameters: readonly string[] = [],
): BuiltCommand {
  return runCommand(process.execPath, [builtEntryPoint(), ...parameters], directory, settings);
}

/** A command on a pseudo-terminal. */
export interface CommandOnTerminal extends BuiltCommand {
  readonly type: (text: string) => void;
}

/** The same on a pseudo-terminal, as a person sees it. */
export function runOnTerminal(
  directory: string,
  settings: Record<string, string>,
  parameters: readonly string[] = [],
): CommandOnTerminal {
  const command = ['exec', process.execPath, builtEntryPoint(), ...parameters].join(' ');
  return runCommand('script', ['--quiet', '--return', '--command', command, '/dev/null'], directory, settings, 'pipe');
}

/**
 * Starts the built service in `directory`, below which the default database comes to be.
 * @throws Error with what it printed, if it ends or is not ready in time.
 */
export async function startBuiltService(directory: string, settings: Record<string, string>): Promise<BuiltService> {
  const port = String(await freePort());
  const service = runBuilt(directory, { ...settings, PORT: port });
  const stop = (): Promise<number | null> => {
    service.kill('SIGTERM');
    return service.ended;
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  if (!(await becomesReady(service, baseUrl))) {
    await stop();
    throw new Error(`The service is not ready:\n${service.printed()}`);
  }
  return { ...service, baseUrl, stop };
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const running = new Set<ChildProcess>();

/** Ends what a test that failed left running, so that it holds up no other one. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function runCommand(
  command: string,
  parameters: readonly string[],
  cwd: string,
  settings: Record<string, string>,
  input: 'ignore' | 'pipe' = 'ignore',
): CommandOnTerminal {
  const env = { PATH: process.env.PATH, ...settings };
  const child: ChildProcess = spawn(command, parameters, { cwd, env, stdio: [input, 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  return {
    printed: () => Buffer.concat(printed).toString(),
    ended: once(child, 'close').then(([code]) => code as number | null),
    kill: (signal) => child.kill(signal),
    type: (text) => child.stdin?.write(text),
  };
}

async function becomesReady(service: BuiltCommand, baseUrl: string): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  let isOver = false;
  void service.ended.then(() => (isOver = true));
  const over = (): boolean => isOver || Date.now() > deadline;
  while (!over()) {
    const answer = await fetch(`${baseUrl}/api/v1/ready`).catch(() => undefined);
    if (answer?.ok) return true;
    await wait(POLL_EVERY_MS);
  }
  return false;
}

/** Does something that only one of the processes which run tests may do at a time. */
function alone(work: () => void): void {
  const lock = join(tmpdir(), `build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  const deadline = Date.now() + BUILT_WITHIN_MS;
  while (!taken(lock)) {
    if (Date.now() > deadline) throw new Error(`Somebody else seems to be building; if nobody is, remove ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_EVERY_MS);
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
