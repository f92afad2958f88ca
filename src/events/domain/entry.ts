import { hash } from 'node:crypto';

/** A fact as it is kept: who did it and when, and its place in the chain. */
export interface Entry {
  /** Its place; 1, 2, 3 and so on without a gap. */
  readonly sequence: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly actorName: string;
  readonly action: string;
  readonly resource: string;
  readonly id: string;
  readonly version: number | null;
  readonly requestId: string | null;
  /** The JSON text of an object with `paths`, `before` and `after`. */
  readonly document: string;
  /** Of this entry and, through its hash, of all before it. */
  readonly hash: string;
}

/** The last link of the chain. */
export type Head = Pick<Entry, 'sequence' | 'hash'>;

/** Where the chain starts. */
export const START: Head = { sequence: 0, hash: '0'.repeat(64) };

/** SHA-256, in hex, of an entry with the hash of the one before it: no entry can change without all that follow. */
export function hashOf(entry: Omit<Entry, 'hash'>, previous: string): string {
  const { sequence, at, actor, actorName, action, resource, id, version, requestId, document } = entry;
  const rest = JSON.stringify([previous, sequence, at, actor, actorName, action, resource, id, version, requestId]);
  return hash('sha256', `${rest}\n${document}`, 'hex');
}
