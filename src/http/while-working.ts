import type { CallContext } from '../kernel/call-context';
import { Deadline } from '../kernel/deadline';
import type { ApiRequest } from './api-request';

/** In milliseconds: how long such work waits for the database, all its waits together; each of them is short. */
const MAX_WAITING_MS = 300_000;

/**
 * Does work that takes longer than a request usually may: it consists of very many statements, or waits for somebody else,
 * and nothing is sent until it is done, which the limit for clients who read nothing of their answer would take for one of
 * these.
 */
export async function whileWorking<T>(calls: CallContext, { socket }: ApiRequest, work: () => Promise<T>): Promise<T> {
  const { timeout = 0 } = socket;
  socket.setTimeout(0);
  try {
    return await calls.run({ deadline: new Deadline(MAX_WAITING_MS) }, work);
  } finally {
    socket.setTimeout(timeout);
  }
}
