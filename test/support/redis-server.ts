import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './built-service';
import { describeWhere } from './describe-where';
import { eventually } from './eventually';

/** Whether this run has Redis: `TEST_REDIS_URL` says so. */
const hasRedis = process.env.TEST_REDIS_URL !== undefined;

/** Describes what needs Redis. */
export const whereRedisIs = (subject: string, describeIt: () => void): void =>
  describeWhere(hasRedis, subject, 'TEST_REDIS_URL is not set', describeIt);

/** A Redis server of a test's own, which keeps nothing on disk and can fail in every way. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** @param options of `redis-server`, beside those that every server here has */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}`;
  }

  async start(): Promise<void> {
    const fixed = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', [...fixed, ...this.options], { stdio: 'ignore' });
    await eventually(async () => {
      if (!(await this.answers())) throw new Error('Redis does not answer');
    });
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { process: child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  private async answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      socket.write('PING\r\n');
      await once(socket, 'data');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
