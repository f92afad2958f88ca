import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../kernel/page';
import { AuditTrail, type EntryFilter } from './domain/audit-trail';
import { type Entry, hashOf, type Head, START } from './domain/entry';

/** Whether the chain holds, and up to where. */
export interface Verification {
  /** The last entry that follows from the first. */
  readonly head: Head;
  /** The first entry that does not, and why; absent where all do. */
  readonly broken?: { readonly sequence: number; readonly reason: string };
}

const BATCH = 1000;

/** What can be learnt from the audit trail. */
@Injectable()
export class AuditService {
  constructor(private readonly trail: AuditTrail) {}

  /** Oldest first. */
  list(request: PageRequest, filter: EntryFilter = {}): Promise<Page<Entry>> {
    return this.trail.page(request, filter);
  }

  /**
   * Follows the chain from its start to its head, also while it grows.
   * @param known a head that was noted outside: then a chain that was made anew is found, too
   * @param progress told of the place that was reached
   */
  async verify(known: Head = START, progress: (sequence: number) => void = () => undefined): Promise<Verification> {
    let head = START;
    for (;;) {
      // Read first: each entry that it knows of was committed before the entries are read.
      const kept = await this.trail.head();
      const entries = await this.trail.after(head.sequence, BATCH);
      for (const entry of entries) {
        const reason = faultOf(entry, head, known);
        if (reason !== undefined) return { head, broken: { sequence: head.sequence + 1, reason } };
        head = entry;
      }
      progress(head.sequence);
      if (entries.length === BATCH) continue;
      return { head: { sequence: head.sequence, hash: head.hash }, ...(await this.endFault(head, kept, known)) };
    }
  }

  /** What is wrong where no entry follows the last one. */
  private async endFault(last: Head, kept: Head, known: Head): Promise<Pick<Verification, 'broken'>> {
    const missing = { broken: { sequence: last.sequence + 1, reason: 'is missing' } };
    if (last.sequence < kept.sequence || last.sequence < known.sequence) return missing;
    const now = await this.trail.head();
    if (now.sequence < last.sequence) return { broken: { sequence: now.sequence + 1, reason: 'is not accounted for' } };
    if (now.sequence > last.sequence || now.hash === last.hash) return {};
    return { broken: { sequence: last.sequence, reason: 'is not the one that was recorded' } };
  }
}

function faultOf(entry: Entry, before: Head, known: Head): string | undefined {
  if (entry.sequence !== before.sequence + 1) return 'is missing';
  if (entry.hash !== hashOf(entry, before.hash)) return 'was altered, or does not follow the entry before it';
  const isKnown = entry.sequence === known.sequence;
  return isKnown && entry.hash !== known.hash ? 'is not the one that was noted' : undefined;
}
