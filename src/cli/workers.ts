import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { answerWorkers } from '../metrics/cluster-metrics';
import type { Settings } from '../settings/settings';
import { EX_CONFIG, EX_SOFTWARE } from './exit-codes';
import { metricsPortOf } from './metrics-port';
import { RestartDelay } from './restart-delay';

/** The id of the worker that starts alone: it brings the schema up to date and speaks for the service. */
export const FIRST_WORKER = 1;
/** In milliseconds, after the delay of the settings: how long workers get to answer what had arrived; each gives itself less. */
const STOP_WITHIN_MS = 9_500;

/**
 * Starts the processes that serve, and another one for each that dies. The first start is all or nothing: where it
 * fails, this process ends as that worker did. So it does later, when a replacement cannot use the settings, or cannot
 * start and nobody else is left to serve.
 */
export class Workers {
  private readonly alive = new Map<number, Worker>();
  private readonly serving = new Set<number>();
  private readonly delay = new RestartDelay();
  private stopping = false;
  private exitCode = 0;

  constructor(
    private readonly settings: Pick<Settings, 'workers' | 'shutdownDelayMs' | 'metrics'>,
    private readonly log: Logger,
  ) {}

  start(): void {
    // The other policy hands each connection to a worker, and leaves it open for ever where that one just died.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.on('listening', this.onListening);
    cluster.on('exit', this.onExit);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, this.onSignal);
    answerWorkers();
    this.fork();
  }

  private fork(): void {
    const worker = cluster.fork();
    this.alive.set(worker.id, worker);
  }

  private readonly onListening = ({ id }: Worker, { port }: { readonly port: number }): void => {
    // It listens there before it serves.
    if (port === metricsPortOf(this.settings)) return;
    this.serving.add(id);
    if (id !== FIRST_WORKER || this.stopping) return;
    for (let started = 1; started < this.settings.workers; started++) this.fork();
  };

  private readonly onExit = (worker: Worker, code: number | null, signal: NodeJS.Signals | null): void => {
    const served = this.serving.delete(worker.id);
    this.alive.delete(worker.id);
    if (!this.stopping && !served && (code === EX_CONFIG || this.serving.size === 0)) this.stop(code ?? EX_SOFTWARE);
    if (this.stopping) this.onEnd(served, code);
    else this.replace(worker, served, code, signal);
  };

  private readonly onSignal = (signal: NodeJS.Signals): void => {
    if (this.stopping) return;
    this.log.info({ signal }, 'stopping');
    this.stop(0);
  };

  /** One that has served is replaced at once, however often; one that cannot start, later each time. */
  private replace(
    { process: { pid } }: Worker,
    served: boolean,
    code: number | null,
    signal: NodeJS.Signals | null,
  ): void {
    const delay = served ? 0 : this.delay.next(performance.now());
    this.log.error({ worker: pid, code, signal, delay }, 'a worker ended, another one takes its place');
    setTimeout(() => {
      if (!this.stopping) this.fork();
    }, delay);
  }

  private stop(exitCode: number): void {
    this.stopping = true;
    this.exitCode = exitCode;
    if (this.alive.size === 0) this.end();
    this.kill('SIGTERM');
    setTimeout(() => {
      this.kill('SIGKILL');
    }, this.settings.shutdownDelayMs + STOP_WITHIN_MS);
  }

  /** What was still starting had nothing to answer, and may end in whatever way. */
  private onEnd(served: boolean, code: number | null): void {
    if (served && code !== 0) this.exitCode ||= 1;
    if (this.alive.size === 0) this.end();
  }

  private end(): never {
    if (this.exitCode === 0) this.log.info('stopped');
    process.exit(this.exitCode);
  }

  private kill(signal: NodeJS.Signals): void {
    for (const worker of this.alive.values()) worker.process.kill(signal);
  }
}
