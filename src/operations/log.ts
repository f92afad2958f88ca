import pino, { type DestinationStream, type Logger } from 'pino';
import { loggedError } from './logged-error';

/**
 * In bytes and milliseconds: how much is written at once, and how late at the latest. A pipe takes this much as a whole,
 * so that lines of several processes do not mix.
 */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 200;

/** A log of JSON lines. Of errors it tells only what {@link loggedError} does. */
export const logTo = (destination: DestinationStream, level: string): Logger =>
  pino({ level, serializers: { err: loggedError } }, destination);

/**
 * The log of a process that serves: JSON lines on the standard output. Lines are written together, which costs a request
 * a fraction of a write of its own; what is left is written when the process exits.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ sync: false, minLength: BUFFER_BYTES - 1, maxWrite: BUFFER_BYTES });
  setInterval(() => {
    destination.flush();
  }, FLUSH_MS).unref();
  process.on('exit', () => {
    destination.flushSync();
  });
  return logTo(destination, level);
}

/**
 * Writes lines as `log.info` does, of fields that are JSON already. For the line of each request: to make an object of it
 * and that into JSON costs twice as much. Undefined where the log has no such lines.
 */
export function lineWriter(log: Logger, message: string): ((fields: string) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const [stream, bindings] = [pino.symbols.streamSym, pino.symbols.chindingsSym].map(
    (name) => (log as unknown as Readonly<Record<symbol, unknown>>)[name],
  ) as [DestinationStream, string];
  const start = `{"level":${String(log.levels.values.info)},"time":`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (fields) => {
    stream.write(`${start}${String(Date.now())}${bindings},${fields}${end}`);
  };
}
