import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 5;
/** Of /proc, on every Linux that Node.js runs on. */
const TICKS_A_SECOND = 100;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface ProgramOptions {
  /** The arguments of Node.js. */
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly token: string;
  /** The file that takes both of its outputs. */
  readonly output: string;
}

/** A server in a process of its own, and what the system tells of that process. */
export class Program {
  private constructor(
    readonly url: string,
    /** From the start of the process to the first page, in milliseconds. */
    readonly startedIn: number,
    private readonly process: ChildProcess,
  ) {}

  /** Resolves once the program has answered with a page of relayers. */
  static async start({ command, directory, environment, port, token, output }: ProgramOptions): Promise<Program> {
    const file = openSync(output, 'w');
    const started = performance.now();
    const child = spawn(process.execPath, command, {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: String(port), ...environment },
      stdio: ['ignore', file, file],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    closeSync(file);
    const url = `http://127.0.0.1:${String(port)}`;
    while (child.exitCode === null && child.signalCode === null && performance.now() - started < READY_WITHIN_MS) {
      const status = await statusOf(`${url}/api/v1/relayers`, token);
      if (status === 200) return new Program(url, performance.now() - started, child);
      await wait(POLL_EVERY_MS);
    }
    child.kill('SIGKILL');
    throw new Error(`${command.join(' ')} is not ready:\n${readFileSync(output, 'utf8').slice(-4000)}`);
  }

  /** Processor time of all its threads since it was started, in seconds; NaN where the system has no /proc. */
  get cpuSeconds(): number {
    const fields = this.proc('stat').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }

  /** Resident memory, in bytes; NaN where the system has no /proc. */
  get residentBytes(): number {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(this.proc('status'))?.[1]) * 1024;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exit = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exit;
  }

  private proc(name: string): string {
    try {
      return readFileSync(`/proc/${String(this.process.pid)}/${name}`, 'utf8');
    } catch {
      return '';
    }
  }
}

function statusOf(url: string, token: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
  });
}
