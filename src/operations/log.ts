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

/** Hands lines on together, as many as `most` bytes hold, and a longer one alone. */
export class Lines implements DestinationStream {
  private text = '';
  private bytes = 0;

  constructor(
    private readonly destination: DestinationStream,
    private readonly most: number,
  ) {}

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.bytes + bytes > this.most) this.handOver();
    this.text += line;
    this.bytes += bytes;
  }

  /** Hands on what waits for more. */
  handOver(): void {
    if (this.bytes === 0) return;
    const { text } = this;
    this.text = '';
    this.bytes = 0;
    this.destination.write(text);
  }
}

/**
 * The log of a process that serves: JSON lines on the standard output. Lines are written together, which costs a request
 * a fraction of a write of its own; what is left is written when the process exits.
 */
export function openLog(level: string): Logger {
  // The destination would measure all that waits again for each line.
  const destination = pino.destination({ sync: false, maxWrite: BUFFER_BYTES });
  const lines = new Lines(destination, BUFFER_BYTES);
  setInterval(() => lines.handOver(), FLUSH_MS).unref();
  process.on('exit', () => {
    lines.handOver();
    destination.flushSync();
  });
  return logTo(lines, level);
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
