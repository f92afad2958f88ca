import type { Pool, PoolClient } from 'pg';
import { codeOf } from './driver-errors';

/** What a server says before it closes a connection, which is still to come. */
const LAST_WORDS = '57P';

/** A connection of a pool, to be given back by {@link giveBack}. */
export async function borrow(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  client.on('error', leaveToWhoeverWaits);
  return client;
}

/** @param isSpent whether nobody is to get it again */
export function giveBack(client: PoolClient, isSpent = false): void {
  client.off('error', leaveToWhoeverWaits);
  client.release(isSpent);
}

/** Whether the connection that an error came over is about to be closed by the server. */
export const isFarewell = (error: unknown): boolean => codeOf(error).startsWith(LAST_WORDS);

/** The loss of a connection is told to those who wait for its answers, and to whoever sends something next. */
const leaveToWhoeverWaits = (): void => undefined;
