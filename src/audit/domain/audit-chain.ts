import { hash } from 'node:crypto';

/** An audit entry as it was committed: what happened, who did it, and when. */
export interface CommittedEntry {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly actorName: string;
  readonly action: string;
  readonly resource: string;
  readonly id: string;
  readonly version: number | null;
  readonly requestId: string | null;
  /** The JSON text of an object with `paths`, `before`, `after`, and a `nonce` that no other entry has. */
  readonly document: string;
}

/** An audit entry that waits for its number. */
export interface PendingEntry extends CommittedEntry {
  /** Of what was written, by the key of the log. */
  readonly code: string;
}

/** An audit entry with its number and its hash: a link of the chain. */
export interface SealedEntry extends CommittedEntry {
  /** 1, 2, 3 and so on without a gap. */
  readonly sequence: number;
  /** Of this entry and, through its hash, of all before it. */
  readonly hash: string;
  /** Of the hash, by the key of the log; of a pending entry that was not genuine, what that had. */
  readonly code: string;
}

/** The end of the chain. */
export type Head = Pick<SealedEntry, 'sequence' | 'hash'>;

/** Where the chain was cut: all up to there was moved to files, and the first entry that is left follows it. */
export interface Cut extends Head {
  /** When the latest of what was moved was written, in milliseconds since 1970. */
  readonly at: number;
  /** Of all that, by the key of the log: nobody else cuts it. */
  readonly code: string;
}

/** Where the chain starts. */
export const START: Head = { sequence: 0, hash: '0'.repeat(64) };

/** SHA-256, in hex, of an entry with the hash of the one before it: no entry can change without all that follow. */
export function hashOf(entry: Omit<SealedEntry, 'hash' | 'code'>, previous: string): string {
  const { sequence, at, actor, actorName, action, resource, id, version, requestId, document } = entry;
  const rest = JSON.stringify([previous, sequence, at, actor, actorName, action, resource, id, version, requestId]);
  return hash('sha256', `${rest}\n${document}`, 'hex');
}

/**
 * The entries, which follow a head, in their order.
 * @param codeOf what authenticates an entry under its hash
 */
export function chained(
  entries: readonly PendingEntry[],
  head: Head,
  codeOf: (entry: PendingEntry, hash: string) => string,
): SealedEntry[] {
  let last = head;
  return entries.map((entry) => {
    const numbered = { ...entry, sequence: last.sequence + 1 };
    const hash = hashOf(numbered, last.hash);
    const sealed = { ...numbered, hash, code: codeOf(entry, hash) };
    last = sealed;
    return sealed;
  });
}
