import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../kernel/page';
import { AuditSealer } from './audit-sealer';
import { hashOf, type Head, type SealedEntry, START } from './domain/audit-chain';
import type { AuditKey } from './domain/audit-key';
import { AuditLog, type EntryFilter } from './domain/audit-log';
import { type NotedHead, NotedHeads } from './domain/noted-heads';

/** Whether the chain holds, and up to where. */
export interface Verification {
  /** The last entry that follows from the first. */
  readonly head: Head;
  /** The first entry that does not, and why; absent where all do. */
  readonly broken?: { readonly sequence: number; readonly reason: string };
}

const BATCH = 1000;

/** Reads the audit log. Everything that was committed before is sealed first. */
@Injectable()
export class AuditService {
  constructor(
    private readonly log: AuditLog,
    private readonly sealer: AuditSealer,
  ) {}

  /** Oldest first. */
  async list(request: PageRequest, filter: EntryFilter = {}): Promise<Page<SealedEntry>> {
    await this.sealer.seal();
    return this.log.page(request, filter);
  }

  /**
   * Follows the chain from its start to its head, also while it grows.
   * @param noted heads that were noted outside: an end that was cut off, or set back, is found by them alone
   * @param progress gets the number of the last entry that was checked
   */
  async verify(
    noted: readonly NotedHead[] = [],
    progress: (sequence: number) => void = () => undefined,
  ): Promise<Verification> {
    // Read first: its entry was committed with it, and is sealed then.
    let key = await this.log.key();
    const notedHeads = new NotedHeads(noted);
    await this.sealer.seal();
    let head = START;
    for (;;) {
      // Read first: each entry that it knows of was committed before the entries are read.
      const stored = await this.log.head();
      const { items, revisions } = await this.log.page({ page: 1n, perPage: BATCH, after: head.sequence }, {});
      for await (const entry of items) {
        key ??= await this.log.key();
        const reason = faultOf(entry, head, key) ?? (notedHeads.agree(entry) ? undefined : NOT_NOTED);
        if (reason !== undefined) return { head, broken: { sequence: head.sequence + 1, reason } };
        head = { sequence: entry.sequence, hash: entry.hash };
      }
      progress(head.sequence);
      if (revisions.length === BATCH) continue;
      const broken = await this.endFault(head, stored, key, notedHeads);
      return { head, ...(broken && { broken }) };
    }
  }

  /** What is wrong where no entry follows the last one. */
  private async endFault(
    last: Head,
    stored: Head,
    key: AuditKey | undefined,
    noted: NotedHeads,
  ): Promise<Verification['broken']> {
    // A key is made together with the first entry.
    const isEmptied = last.sequence === 0 && (key !== undefined || (await this.log.isKeyMissing()));
    if (isEmptied || last.sequence < stored.sequence || !noted.areMet)
      return { sequence: last.sequence + 1, reason: 'is missing' };
    const now = await this.log.head();
    if (now.sequence < last.sequence) return { sequence: now.sequence + 1, reason: 'is not accounted for' };
    if (now.sequence > last.sequence || now.hash === last.hash) return undefined;
    return { sequence: last.sequence, reason: 'is not the one that was recorded' };
  }
}

const NOT_NOTED = 'is not the one that was noted';

function faultOf(entry: SealedEntry, before: Head, key: AuditKey | undefined): string | undefined {
  if (entry.sequence !== before.sequence + 1) return 'is missing';
  if (entry.hash !== hashOf(entry, before.hash)) return 'was altered, or does not follow the entry before it';
  if (!key) return 'cannot be verified, as the key of the log is missing';
  if (entry.code !== key.codeOfLink(entry.hash)) return 'was not written there by this service';
  if (before.sequence === 0 && !key.isFirst(entry)) return 'is not the first that was written';
  return undefined;
}
