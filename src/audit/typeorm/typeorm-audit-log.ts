import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  And,
  Equal,
  type FindOperator,
  type FindOptionsWhere,
  In,
  LessThanOrEqual,
  MoreThan,
  MoreThanOrEqual,
} from 'typeorm';
import { CallContext } from '../../kernel/call-context';
import type { AuditEntry } from '../../kernel/change-log';
import { Clock } from '../../kernel/clock';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import { inTurns } from '../../kernel/turns';
import { Database } from '../../persistence/database';
import { insertRows, listOf } from '../../persistence/many-records';
import { type Seqs, slicesOf, type Unread } from '../../persistence/slices';
import type { Statement } from '../../persistence/statement';
import { Table } from '../../persistence/table';
import {
  chained,
  type CommittedEntry,
  type Cut,
  type Head,
  type PendingEntry,
  type SealedEntry,
  START,
} from '../domain/audit-chain';
import type { AuditKey } from '../domain/audit-key';
import { AuditLog, type EntryFilter, type PreparedEntry, type StoredHead } from '../domain/audit-log';
import { entryOf, entryRowOf, sealedEntryOf, sealedRowOf } from './audit-entry.mapper';
import { AuditEventRow } from './audit-event.row';
import { AuditHeadRow } from './audit-head.row';
import { AuditKeys } from './audit-keys';
import { PendingAuditEntryRow } from './pending-audit-entry.row';

/** How many entries are sealed at once: the head is locked, and on SQLite all writers wait, for some milliseconds. */
const AT_ONCE = 400;
/** How many entries that were cut off are deleted at once. */
const DELETED_AT_ONCE = 1000;

@Injectable()
export class TypeOrmAuditLog extends AuditLog {
  private readonly logger = new Logger('audit');
  private readonly events: Table<AuditEventRow>;
  private readonly findPending: Statement<Unread>;
  private readonly findHead: Statement<AuditHeadRow>;
  private readonly lockHead: Statement<AuditHeadRow>;

  constructor(
    private readonly database: Database,
    private readonly calls: CallContext,
    private readonly clock: Clock,
    private readonly keys: AuditKeys,
  ) {
    super();
    const pending = new Table(database, PendingAuditEntryRow);
    const head = new Table(database, AuditHeadRow).select().where('row.id = :id');
    this.events = new Table(database, AuditEventRow);
    this.findPending = database.compile(pending.unread().orderBy('row.seq'), ' LIMIT :limit');
    this.findHead = database.compile(head);
    this.lockHead = database.compile(head, database.forUpdate);
  }

  override async prepare(changes: readonly AuditEntry[]): Promise<readonly PreparedEntry[]> {
    const key = await this.keys.find();
    return changes.map((change) => {
      const entry = this.entryOf(change);
      return key ? { ...entry, code: key.codeOf(entry) } : entry;
    });
  }

  override async append(entries: readonly PreparedEntry[]): Promise<void> {
    const [first] = entries;
    if (!first) return;
    const key = await this.keys.findOrMake(first);
    const rows = entries.map((entry) => entryRowOf({ ...entry, code: entry.code ?? key.codeOf(entry) }));
    await insertRows(this.database, 'pending_audit_entries', rows);
  }

  override async hasPending(): Promise<boolean> {
    return (await this.findPending.run({ limit: 1 })).length > 0;
  }

  /** What is committed meanwhile, with a smaller number, stays for the next time. */
  override seal(): Promise<boolean> {
    return this.database.run(async () => {
      const [head] = await this.lockHead.run({ id: 1 });
      if (!head) throw new Error('The audit log has lost its head');
      const pending = await this.findPending.run({ limit: AT_ONCE });
      if (pending.length === 0) return false;
      const key = await this.keys.find();
      let last: Head = headOf(head);
      for await (const seqs of inTurns(slicesOf(pending))) last = await this.sealEach(seqs, last, key, cutOf(head));
      await this.database.manager.update(AuditHeadRow, { id: 1 }, { seq: last.sequence, hash: last.hash });
      return pending.length === AT_ONCE;
    });
  }

  override async page(request: PageRequest, filter: EntryFilter): Promise<Page<SealedEntry>> {
    const where = whereOf(filter);
    if (!where) return this.wholePage(request);
    const { cut } = await this.head();
    // What stands before the first entry, somebody else has put there.
    const bounded = { ...where, seq: MoreThan(cut?.sequence ?? 0) };
    return mapPage(await this.events.page(request, bounded), sealedEntryOf);
  }

  override async strayBefore(): Promise<number | undefined> {
    const [row] = await this.database.find<Unread>(this.events.select(['seq']).where('row.seq < 1').limit(1));
    return row && Number(row.seq);
  }

  override async head(): Promise<StoredHead> {
    const [row] = await this.findHead.run({ id: 1 });
    const cut = row && cutOf(row);
    return { ...(row ? headOf(row) : START), ...(cut && { cut }) };
  }

  override async cut(from: Head, to: Omit<Cut, 'code'>): Promise<boolean> {
    const [row] = await this.lockHead.run({ id: 1 });
    const key = await this.keys.find();
    if (!row || !key || Number(row.cut_seq ?? 0) !== from.sequence) return false;
    const cut = { cut_seq: to.sequence, cut_hash: to.hash, cut_at: to.at, cut_code: key.codeOfCut(to) };
    await this.database.manager.update(AuditHeadRow, { id: 1 }, cut);
    return true;
  }

  override async deleteCut(): Promise<number> {
    const { cut } = await this.head();
    if (!cut) return 0;
    const before = this.events.select(['seq']).where('row.seq <= :cut', { cut: cut.sequence });
    const rows = await this.database.find<Unread>(before.orderBy('row.seq').limit(DELETED_AT_ONCE));
    // Where there is nothing to do, nothing is committed.
    if (rows.length === 0) return 0;
    const seqs = rows.map(({ seq }) => Number(seq));
    await this.database.run(() => this.database.query(`DELETE FROM audit_events WHERE seq IN (${listOf(seqs)})`, seqs));
    return rows.length;
  }

  override key(): Promise<AuditKey | undefined> {
    return this.keys.read();
  }

  override isKeyMissing(): Promise<boolean> {
    return this.keys.isMissing();
  }

  private entryOf({ action, resource, id, version, ...change }: AuditEntry): CommittedEntry {
    const { actor, current } = this.calls;
    return {
      at: this.clock.now().getTime(),
      actor: actor.id,
      actorName: actor.name,
      action,
      resource,
      id,
      version: version ?? null,
      requestId: current?.requestId ?? null,
      document: documentOf(change),
    };
  }

  /** @returns the last one */
  private async sealEach(seqs: Seqs, head: Head, key: AuditKey | undefined, cut: Cut | undefined): Promise<Head> {
    const taken = await this.database.query<PendingAuditEntryRow>(
      `DELETE FROM pending_audit_entries WHERE seq IN (${listOf(seqs)}) RETURNING *`,
      seqs,
    );
    const pending = taken.sort((one, other) => Number(one.seq) - Number(other.seq)).map(entryOf);
    const known = key ? await this.codesOfTheTimeOf(pending, key) : new Set<string>();
    const codeOf = (entry: PendingEntry, hash: string): string => {
      // What is as old as what was cut off may have been among that.
      const isOld = cut !== undefined && entry.at <= cut.at;
      const isGenuine = key?.codeOf(entry) === entry.code && !known.has(entry.code) && !isOld;
      known.add(entry.code);
      if (key && isGenuine) return key.codeOfLink(hash);
      this.logger.error(
        { action: entry.action, id: entry.id },
        'A pending audit entry was not written by this service',
      );
      return entry.code;
    };
    const sealed = chained(pending, head, codeOf);
    await insertRows(this.database, 'audit_events', sealed.map(sealedRowOf));
    return sealed.at(-1) ?? head;
  }

  /** An entry that is pending again, once it was sealed, was put there by somebody else. */
  private async codesOfTheTimeOf(pending: readonly PendingEntry[], key: AuditKey): Promise<Set<string>> {
    const times = [...new Set(pending.map(({ at }) => at))];
    const rows = await this.database.find<AuditEventRow>(this.events.select().where({ at: In(times) }));
    return new Set(rows.map((row) => key.codeOf(entryOf(row))));
  }

  /** Sequences have no gaps: they are counted and found without being read. */
  private async wholePage({ page, perPage, after }: PageRequest): Promise<Page<SealedEntry>> {
    const { sequence, cut } = await this.head();
    const start = cut?.sequence ?? 0;
    const total = sequence - start;
    const offset = (page - 1n) * BigInt(perPage);
    const isEmpty = perPage === 0 || (after === undefined && offset >= BigInt(total));
    const found = isEmpty
      ? this.events.pageOf([], total)
      : this.events.pageFrom(Math.max(start, after ?? start + Number(offset)), perPage, total);
    return mapPage(await found, sealedEntryOf);
  }
}

/** With a nonce: who does the same again in the same millisecond makes another entry, and nobody can make one twice. */
const documentOf = ({ paths = [], before = 'null', after = 'null' }: Omit<AuditEntry, 'action' | 'resource' | 'id'>) =>
  `{"paths":${JSON.stringify(paths)},"before":${before},"after":${after},"nonce":"${randomUUID()}"}`;

const headOf = ({ seq, hash }: AuditHeadRow): Head => ({ sequence: Number(seq), hash });

function cutOf({ cut_seq, cut_hash, cut_at, cut_code }: AuditHeadRow): Cut | undefined {
  if (cut_seq === null) return undefined;
  return { sequence: Number(cut_seq), hash: cut_hash ?? '', at: Number(cut_at), code: cut_code ?? '' };
}

type Conditions = FindOptionsWhere<AuditEventRow>;

/** Undefined where the filter leaves the list as it is. */
function whereOf({ resource, id, actor, relayers, from, to }: EntryFilter): Conditions | undefined {
  const conditions = {
    // A restriction to relayers leaves nothing of another kind, whatever the filter asks for.
    resource: allOf(resource && Equal(resource), relayers && Equal('relayer')),
    resource_id: allOf(id && Equal(id), relayers && In([...relayers])),
    actor,
    at: allOf(
      from === undefined ? undefined : MoreThanOrEqual(from),
      to === undefined ? undefined : LessThanOrEqual(to),
    ),
  };
  const given = Object.entries(conditions).filter(([, condition]) => condition !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function allOf<T>(...conditions: readonly (FindOperator<T> | '' | undefined)[]): FindOperator<T> | undefined {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '');
  return given.length === 0 ? undefined : And(...given);
}
