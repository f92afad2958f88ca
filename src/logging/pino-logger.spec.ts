import { Logger } from '@nestjs/common';
import pino from 'pino';
import { PinoLogger } from './pino-logger';

describe(PinoLogger.name, () => {
  const lines: Record<string, unknown>[] = [];
  const logger = new PinoLogger(
    pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
  );
  const LEVELS = { debug: 20, warn: 40, error: 50, fatal: 60 };

  beforeEach(() => {
    lines.length = 0;
  });

  it.each([
    ['debug', LEVELS.debug],
    ['log', LEVELS.debug],
    ['warn', LEVELS.warn],
    ['error', LEVELS.error],
    ['fatal', LEVELS.fatal],
  ] as const)('writes what %s is told, with who says it', (method, level) => {
    logger[method]('something happened', 'somebody');
    expect(lines).toMatchObject([{ level, msg: 'something happened', context: 'somebody' }]);
  });

  it('writes the fields of an object beside its message', () => {
    logger.warn({ requestId: 'one' }, 'A request failed', 'http');
    expect(lines).toMatchObject([{ requestId: 'one', msg: 'A request failed', context: 'http' }]);
  });

  it('writes an error with its stack', () => {
    logger.error(new TypeError('broken'), 'http');
    expect(lines).toMatchObject([
      {
        msg: 'broken',
        context: 'http',
        err: { type: 'TypeError', stack: expect.stringContaining('pino-logger.spec') },
      },
    ]);
  });

  it.each(['ExceptionHandler', 'NestApplication'])('leaves what %s logs to the one who catches it', (context) => {
    logger.error(new Error('thrown as well'), context);
    logger.error('Error: thrown as well', context);
    logger.log('but not the rest', context);
    expect(lines).toMatchObject([{ level: LEVELS.debug, msg: 'but not the rest' }]);
  });

  it('is told by the loggers of the modules', () => {
    Logger.overrideLogger(logger);
    new Logger('notifications').warn({ id: 'one' }, 'A key is short');
    expect(lines).toMatchObject([{ id: 'one', msg: 'A key is short', context: 'notifications' }]);
  });
});
