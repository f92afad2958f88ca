import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';
import { DAY } from '../settings/conversions';
import { Settings } from '../settings/settings';
import { writeArchive } from './audit-archive';
import { AuditSealer } from '../audit/audit-sealer';
import { type Head, type SealedEntry, START } from '../audit/domain/audit-chain';
import { AuditLog } from '../audit/domain/audit-log';
import { faultOf, faultOfCut } from '../audit/domain/chain-faults';

const BATCH = 1_000;
/** How many entries go into one file. */
const MAX_ENTRIES = 100_000;

/** What is to be cut off next: all after `from`, up to `to`. */
interface Span {
  readonly from: Head;
  readonly to: Head & { readonly at: number };
}

/**
 * Moves entries that are older than the settings say from the database to files: first they are written, then the log is
 * cut, which is an entry itself, and only then they are deleted. Whatever ends it between two of these loses nothing, and
 * the next run goes on. A log that does not verify is not cut: what is wrong there would be gone.
 */
@Injectable()
export class AuditRetention {
  private readonly logger = new Logger('audit');

  constructor(
    private readonly log: AuditLog,
    private readonly sealer: AuditSealer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** @param isWanted asked before each file */
  async run(isWanted: () => boolean = () => true): Promise<void> {
    const { retentionDays } = this.settings.audit;
    await this.sealer.seal();
    // What a process that was killed has left.
    while ((await this.log.deleteCut()) > 0);
    while (retentionDays !== undefined && isWanted() && (await this.moveOne(retentionDays)));
  }

  /** Returns whether there may be more to move. */
  private async moveOne(days: number): Promise<boolean> {
    const span = await this.next(this.clock.now().getTime() - days * DAY);
    if (!span) return false;
    const { from, to } = span;
    const folder = this.settings.audit.archiveFolder;
    let file: string;
    try {
      file = await writeArchive(folder, from, to, this.upTo(from, to.sequence));
    } catch (error) {
      // Another instance was faster, and has deleted what was being written.
      if (await this.isCutAfter(from)) return true;
      throw error;
    }
    const isCut = await this.transactions.run(async () => {
      if (!(await this.log.cut(from, to))) return false;
      const after = JSON.stringify({ through: to.sequence, hash: to.hash, file });
      const entry = { resource: 'audit_log', id: 'audit', action: 'audit_log.cut', after };
      await this.log.append(await this.log.prepare([entry]));
      this.transactions.afterCommit(this.sealer.wake);
      return true;
    });
    // Another instance was faster: its file counts.
    if (!isCut) await rm(join(folder, file), { force: true });
    while ((await this.log.deleteCut()) > 0);
    return true;
  }

  private async next(before: number): Promise<Span | undefined> {
    const { cut } = await this.log.head();
    const key = await this.log.key();
    const from = cut ?? START;
    let to: Span['to'] = { ...from, at: cut?.at ?? 0 };
    let fault = cut && faultOfCut(cut, key);
    for await (const entry of this.upTo(from, from.sequence + MAX_ENTRIES)) {
      if (entry.at >= before || fault !== undefined) break;
      fault = faultOf(entry, to, key);
      if (fault === undefined) to = { sequence: entry.sequence, hash: entry.hash, at: Math.max(to.at, entry.at) };
    }
    if (fault !== undefined && (await this.isCutAfter(from))) return this.next(before);
    if (fault !== undefined)
      this.logger.error({ entry: to.sequence + 1, fault }, 'The audit log is broken, and not cut');
    return fault === undefined && to.sequence > from.sequence ? { from, to } : undefined;
  }

  private async isCutAfter({ sequence }: Head): Promise<boolean> {
    const { cut } = await this.log.head();
    return cut !== undefined && cut.sequence > sequence;
  }

  private async *upTo({ sequence }: Head, last: number): AsyncGenerator<SealedEntry> {
    for (let after = sequence; after < last; after += BATCH) {
      const request = { page: 1n, perPage: Math.min(BATCH, last - after), after };
      const { items, revisions } = await this.log.page(request, {});
      yield* items;
      if (revisions.length < request.perPage) return;
    }
  }
}
