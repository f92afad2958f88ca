import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import { Database, type Parameter, type RowSource } from '../../persistence/database';
import { type Condition, filteredPage } from '../../persistence/filtered-page';
import { AuditTrail, type EntryFilter } from '../domain/audit-trail';
import { type Entry, type Head, START } from '../domain/entry';
import type { AuditEventRow } from './audit-event.row';
import type { AuditHeadRow } from './audit-head.row';

const SELECT = `SELECT seq, at, actor, actor_name, action, resource, resource_id, version, request_id, document, hash FROM audit_events`;

@Injectable()
export class TypeOrmAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  override async page(request: PageRequest, filter: EntryFilter): Promise<Page<Entry>> {
    const conditions = conditionsOf(filter);
    const from = await this.database.forShowing();
    if (conditions.length === 0) return wholePage(from, request);
    const { items, total } = await filteredPage<AuditEventRow>(from, 'audit_events', SELECT, request, conditions);
    return { items: items.map(entryOf), total };
  }

  override after(sequence: number, limit: number): Promise<readonly Entry[]> {
    return entriesAfter(this.database, sequence, limit);
  }

  override head(): Promise<Head> {
    return headOf(this.database);
  }
}

async function entriesAfter(from: RowSource, sequence: number, limit: number): Promise<Entry[]> {
  const rows = await from.query<AuditEventRow>(`${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`, [sequence, limit]);
  return rows.map(entryOf);
}

async function headOf(from: RowSource): Promise<Head> {
  const [row] = await from.query<AuditHeadRow>('SELECT seq, hash FROM audit_head WHERE id = 1');
  return row ? { sequence: Number(row.seq), hash: row.hash } : START;
}

/** Places have no gaps: they are counted and found without being read. */
async function wholePage(from: RowSource, { page, perPage, after }: PageRequest): Promise<Page<Entry>> {
  const { sequence: total } = await headOf(from);
  const offset = (page - 1n) * BigInt(perPage);
  if (perPage === 0 || (after === undefined && offset >= BigInt(total))) return { items: [], total };
  return { items: await entriesAfter(from, after ?? Number(offset), perPage), total };
}

function conditionsOf({ resource, id, actor, relayers, from, to }: EntryFilter): Condition[] {
  const conditions: Condition[] = [];
  const narrow = (sql: string, value: Parameter | undefined): void => {
    if (value !== undefined) conditions.push({ sql, parameters: [value] });
  };
  narrow('resource = ?', resource);
  narrow('resource_id = ?', id);
  narrow('actor = ?', actor);
  narrow('at >= ?', from);
  narrow('at <= ?', to);
  if (relayers) {
    const ids = [...relayers];
    const places = ids.map(() => '?').join(', ');
    conditions.push({ sql: `resource = 'relayer' AND resource_id IN (${places})`, parameters: ids });
  }
  return conditions;
}

const entryOf = ({ seq, at, actor_name, resource_id, request_id, ...row }: AuditEventRow): Entry => ({
  ...row,
  sequence: Number(seq),
  at: Number(at),
  actorName: actor_name,
  id: resource_id,
  requestId: request_id,
});
