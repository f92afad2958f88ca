import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { withoutSecrets } from './logged-error';

type Level = 'fatal' | 'error' | 'warn' | 'debug';

/** Who of Nest logs an error and throws it, too: whoever catches it says what is to be said, once. */
const THROWN_AS_WELL: readonly unknown[] = ['ExceptionHandler', 'NestApplication'];

/** Sends what Nest and the modules log to pino. What Nest tells of its own start is for debugging only. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (!THROWN_AS_WELL.includes(rest.at(-1))) this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  /** Nest passes a message, then what the caller added, then the caller's name. */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    if (message instanceof Error) this.pino[level]({ context, err: message }, withoutSecrets(message.message));
    else if (typeof message === 'object' && message !== null)
      this.pino[level]({ context, ...message }, String(rest[0]));
    else this.pino[level]({ context }, String(message));
  }
}
