import { createHmac, randomBytes } from 'node:crypto';
import type { CommittedEntry, Cut } from './audit-chain';

const KEY_BYTES = 32;

/** How a key is stored, in a sealed column. */
interface Stored {
  readonly key: string;
  readonly first?: string | undefined;
}

/** The key of the audit log: without it, nobody writes an entry that verifies, or puts one where another one was. */
export class AuditKey {
  private constructor(private readonly stored: Stored) {}

  /** @param first the entry that the log begins with; undefined where there were others, which have gone */
  static make(first: CommittedEntry | undefined): AuditKey {
    const key = new AuditKey({ key: randomBytes(KEY_BYTES).toString('base64') });
    return first ? new AuditKey({ ...key.stored, first: key.codeOf(first) }) : key;
  }

  static read(text: string): AuditKey {
    return new AuditKey(JSON.parse(text) as Stored);
  }

  get text(): string {
    return JSON.stringify(this.stored);
  }

  /** Authenticates an entry as it is written, before it has a number. */
  codeOf({ at, actor, actorName, action, resource, id, version, requestId, document }: CommittedEntry): string {
    const rest = JSON.stringify(['entry', at, actor, actorName, action, resource, id, version, requestId]);
    return this.hmac(`${rest}\n${document}`);
  }

  /** Authenticates an entry in its place: the hash is of its number, too, and of all before it. */
  codeOfLink(hash: string): string {
    return this.hmac(JSON.stringify(['link', hash]));
  }

  /** Authenticates where the log was cut. */
  codeOfCut({ sequence, hash, at }: Omit<Cut, 'code'>): string {
    return this.hmac(JSON.stringify(['cut', sequence, hash, at]));
  }

  /** Whether the log begins with this entry. */
  isFirst(entry: CommittedEntry): boolean {
    return this.stored.first === this.codeOf(entry);
  }

  private hmac(text: string): string {
    return createHmac('sha256', Buffer.from(this.stored.key, 'base64')).update(text).digest('hex');
  }
}
