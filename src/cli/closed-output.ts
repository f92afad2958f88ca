import { OUTPUT_CLOSED } from './exit-codes';

/**
 * Goes on where nobody reads the output any more, as behind `| head`: what is under way is finished, nothing more is
 * printed, and the exit code is that of a program that SIGPIPE ended.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exitCode = OUTPUT_CLOSED;
    });
  }
}
