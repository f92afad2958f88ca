import { HttpException } from '@nestjs/common';
import type { CallContext } from '../kernel/call-context';
import { Deadline } from '../kernel/deadline';
import type { ApiRequest } from './api-request';

/** In milliseconds: how long such work waits for the database, all its waits together; each of them is short. */
const MAX_WAITING_MS = 300_000;

/** What proxies and logs have for it: no answer will arrive. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Does work that takes longer than a request usually may: it consists of very many statements, or waits for somebody else,
 * and nothing is sent until it is done, which the limit for clients who read nothing of their answer would take for one of
 * these.
 * @param work gets a signal that its caller has gone
 */
export async function whileWorking<T>(
  calls: CallContext,
  { socket }: ApiRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeout = 0 } = socket;
  const gone = new AbortController();
  const end = (): void => gone.abort(new HttpException('Client Closed Request', CLIENT_CLOSED_REQUEST));
  // A close that is past is not told again.
  if (socket.destroyed) end();
  socket.once('close', end).setTimeout(0);
  try {
    return await calls.run({ deadline: new Deadline(MAX_WAITING_MS) }, () => work(gone.signal));
  } finally {
    socket.off('close', end).setTimeout(timeout);
  }
}
