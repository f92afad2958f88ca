import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../kernel/page';
import { AuditSealer } from './audit-sealer';
import { type Head, type SealedEntry, START } from './domain/audit-chain';
import type { AuditKey } from './domain/audit-key';
import { AuditLog, type EntryFilter, type StoredHead } from './domain/audit-log';
import { faultOf, faultOfCut } from './domain/chain-faults';
import { type NotedHead, NotedHeads } from './domain/noted-heads';

/** Whether the chain holds, and up to where. */
export interface Verification {
  /** The last entry that follows from the first. */
  readonly head: Head;
  /** Where the log begins, where what was before that was moved to files. */
  readonly cut?: Head;
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
   * Follows the chain from its start, or from where it was cut, to its head, also while it grows.
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
    let head: Head = START;
    let cut: Head | undefined;
    const stray = await this.log.strayBefore();
    if (stray !== undefined) return { head, broken: { sequence: stray, reason: 'stands before the first entry' } };
    const result = (broken?: Verification['broken']): Verification => ({
      head,
      ...(cut && { cut: headOf(cut) }),
      ...(broken && { broken }),
    });
    for (;;) {
      // Read first: each entry that it knows of was committed before the entries are read.
      const stored = await this.log.head();
      if (stored.cut && stored.cut.sequence > head.sequence) {
        key ??= await this.log.key();
        const reason = faultOfCut(stored.cut, key) ?? (notedHeads.startAt(stored.cut) ? undefined : NOT_NOTED);
        if (reason !== undefined) return result({ sequence: stored.cut.sequence, reason });
        cut = head = headOf(stored.cut);
      }
      const { items, revisions } = await this.log.page({ page: 1n, perPage: BATCH, after: head.sequence }, {});
      let fault: string | undefined;
      for await (const entry of items) {
        key ??= await this.log.key();
        fault = faultOf(entry, head, key) ?? (notedHeads.agree(entry) ? undefined : NOT_NOTED);
        if (fault !== undefined) break;
        head = headOf(entry);
      }
      progress(head.sequence);
      if (fault === undefined && revisions.length === BATCH) continue;
      // Somebody may have cut off meanwhile what was to be read.
      if (await this.isCutAfter(head)) continue;
      if (fault !== undefined) return result({ sequence: head.sequence + 1, reason: fault });
      return result(await this.endFault(head, stored, key, notedHeads));
    }
  }

  /** Whether there is a cut behind an entry. The one who makes it leaves an entry of that, which is sealed then. */
  private async isCutAfter({ sequence }: Head): Promise<boolean> {
    const { cut } = await this.log.head();
    if (!cut || cut.sequence <= sequence) return false;
    await this.sealer.seal();
    return true;
  }

  /** What is wrong where no entry follows the last one. */
  private async endFault(
    last: Head,
    stored: StoredHead,
    key: AuditKey | undefined,
    noted: NotedHeads,
  ): Promise<Verification['broken']> {
    // A key is made together with the first entry, and a cut is followed by the entry that says so.
    const isEmptied =
      last.sequence === (stored.cut?.sequence ?? 0) && (key !== undefined || (await this.log.isKeyMissing()));
    if (isEmptied || last.sequence < stored.sequence || !noted.areMet)
      return { sequence: last.sequence + 1, reason: 'is missing' };
    const now = await this.log.head();
    if (now.sequence < last.sequence) return { sequence: now.sequence + 1, reason: 'is not accounted for' };
    if (now.sequence > last.sequence || now.hash === last.hash) return undefined;
    return { sequence: last.sequence, reason: 'is not the one that was recorded' };
  }
}

const NOT_NOTED = 'is not the one that was noted';

const headOf = ({ sequence, hash }: Head): Head => ({ sequence, hash });
