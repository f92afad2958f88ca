import pino, { type Logger } from 'pino';

/** In bytes and milliseconds: how much is written at once, and how late at the latest. */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 200;

/**
 * The log of a process that serves: JSON lines on the standard output. Lines are written together, which costs a request
 * a fraction of a write of its own; what is left is written when the process exits.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ sync: false, minLength: BUFFER_BYTES });
  setInterval(() => {
    destination.flush();
  }, FLUSH_MS).unref();
  process.on('exit', () => {
    destination.flushSync();
  });
  return pino({ level }, destination);
}
