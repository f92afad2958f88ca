import { Logger } from '@nestjs/common';
import { SealError } from './secret-box';

const logger = new Logger('persistence');

/**
 * What a row of a list opens to. One that cannot be opened must not keep the others of its page from being served, nor be
 * answered without what is sealed: it is logged and left out.
 */
export function openable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    logger.error({ err: error }, 'A record is missing in a list');
    return undefined;
  }
}
