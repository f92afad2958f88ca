import pino, { type DestinationStream, type Logger } from 'pino';
import { printableLines } from '../kernel/printable';
import { loggedError } from './logged-error';

/** In bytes: how much is written at once at most. A pipe takes this as a whole: lines of several processes do not mix. */
const MAX_BYTES = 4096;
/** In bytes and milliseconds: how much is waited for, and for how long. */
const LEAST_BYTES = 2048;
const FLUSH_MS = 200;

/** A log of JSON lines. Of errors it has only what {@link loggedError} does. */
export const logTo = (destination: DestinationStream, level: string): Logger =>
  pino({ level, serializers: { err: loggedError }, hooks: { streamWrite: printableLines } }, destination);

/** The log of a process that serves, on the standard output; what is left is written when the process exits. */
export const openLog = (level: string): Logger =>
  logTo(pino.destination({ sync: false, minLength: LEAST_BYTES, maxWrite: MAX_BYTES, periodicFlush: FLUSH_MS }), level);
