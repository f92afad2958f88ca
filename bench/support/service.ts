import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ENTRY_POINT = resolve(__dirname, '../../dist/src/main.js');
const READY_WITHIN_MS = 30_000;
const POLL_EVERY_MS = 10;

export const TOKEN = 'the-token-of-a-bench-run-32-characters';

/** The built service in a process of its own, on a port that stays the same over its restarts. */
export class Service {
  private process: ChildProcess | undefined;
  private printed: Buffer[] = [];

  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly nodeOptions: readonly string[],
  ) {}

  static async make(
    directory: string,
    settings: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
  ): Promise<Service> {
    if (!existsSync(ENTRY_POINT)) throw new Error('There is no build: npm run build');
    const port = await freePort();
    const environment = {
      PATH: process.env.PATH ?? '',
      API_KEY: TOKEN,
      LOG_LEVEL: 'error',
      RATE_LIMIT_REQUESTS_PER_SECOND: '0',
      CHECK_NETWORKS: 'false',
      PORT: String(port),
      ...settings,
    };
    return new Service(`http://127.0.0.1:${String(port)}`, directory, environment, nodeOptions);
  }

  /** Starts the process; resolves with the milliseconds that it took to be ready. */
  async start(): Promise<number> {
    const started = performance.now();
    const child = spawn(process.execPath, [...this.nodeOptions, ENTRY_POINT], {
      cwd: this.directory,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.process = child;
    this.printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.printed.push(chunk));
    while (this.isAlive && performance.now() - started < READY_WITHIN_MS) {
      const answer = await fetch(`${this.url}/api/v1/ready`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return performance.now() - started;
      await wait(POLL_EVERY_MS);
    }
    throw new Error(`The service is not ready:\n${this.output}`);
  }

  get isAlive(): boolean {
    return this.process?.exitCode === null && this.process.signalCode === null;
  }

  get pid(): number {
    return this.process?.pid ?? -1;
  }

  /** What it printed since it was started last. */
  get output(): string {
    return Buffer.concat(this.printed).toString();
  }

  /** Ends the process; resolves with its exit code and the milliseconds until then. */
  async end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly took: number }> {
    const { process: child } = this;
    if (!child || !this.isAlive) return { code: child?.exitCode ?? null, took: 0 };
    const start = performance.now();
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return { code: child.exitCode, took: performance.now() - start };
  }

  /** Runs `relayctl` with the settings of the service; resolves with its exit code and what it printed. */
  async command(...parameters: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
    const child = spawn(process.execPath, [ENTRY_POINT, ...parameters], { cwd: this.directory, env: this.environment });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: Buffer.concat(printed).toString() };
  }

  /** In bytes, after a collection; for a process that was made with {@link probe}. */
  async memory(): Promise<NodeJS.MemoryUsage> {
    return (await this.ask('memory')) as NodeJS.MemoryUsage;
  }

  /** Sets the clock of the process, which was made with {@link probe}, off by milliseconds. */
  async setClock(offset: number): Promise<void> {
    await this.ask({ clock: offset });
  }

  private async ask(message: string | object): Promise<unknown> {
    if (!this.process) throw new Error('The service is not started');
    const answer = once(this.process, 'message') as Promise<[unknown]>;
    this.process.send(message);
    return (await answer)[0];
  }
}

/** Options of Node.js for a process that tells its memory and takes its time from outside. */
export const probe: readonly string[] = ['--expose-gc', '-r', resolve(__dirname, 'probe.cjs')];

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
