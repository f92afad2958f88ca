import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Load, LoadResult } from './work';

const COMPILER = resolve(__dirname, '../typescript.cjs');

/** The process that puts load on one side. */
export class Generator {
  private readonly process: ChildProcess = fork(resolve(__dirname, 'load-process.ts'), {
    execArgv: ['-r', COMPILER],
  });

  async run(load: Load): Promise<LoadResult> {
    const settled = new AbortController();
    const { signal } = settled;
    const answer = once(this.process, 'message', { signal }) as Promise<[LoadResult]>;
    const end = once(this.process, 'exit', { signal }).then(() => {
      throw new Error('The generator of load has ended');
    });
    this.process.send(load);
    try {
      const [result] = await Promise.race([answer, end]);
      return result;
    } finally {
      settled.abort();
      await Promise.allSettled([answer, end]);
    }
  }

  stop(): void {
    this.process.kill();
  }
}
