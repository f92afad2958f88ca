import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import { Database, type Parameter } from '../../persistence/database';
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
    return conditions.length === 0 ? this.wholePage(request) : this.filteredPage(request, conditions);
  }

  override async after(sequence: number, limit: number): Promise<readonly Entry[]> {
    const rows = await this.database.query<AuditEventRow>(`${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`, [
      sequence,
      limit,
    ]);
    return rows.map(entryOf);
  }

  override async head(): Promise<Head> {
    const [row] = await this.database.query<AuditHeadRow>('SELECT seq, hash FROM audit_head WHERE id = 1');
    return row ? { sequence: Number(row.seq), hash: row.hash } : START;
  }

  /** Places have no gaps: they are counted and found without being read. */
  private async wholePage({ page, perPage, after }: PageRequest): Promise<Page<Entry>> {
    const { sequence: total } = await this.head();
    const offset = (page - 1n) * BigInt(perPage);
    if (perPage === 0 || (after === undefined && offset >= BigInt(total))) return { items: [], total };
    return { items: await this.after(after ?? Number(offset), perPage), total };
  }

  private async filteredPage(request: PageRequest, conditions: readonly Condition[]): Promise<Page<Entry>> {
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const parameters = conditions.flatMap(({ values }) => values);
    const [counted] = await this.database.query<{ entries: number }>(
      `SELECT CAST(COUNT(*) AS integer) AS entries FROM audit_events WHERE ${where}`,
      parameters,
    );
    const total = counted?.entries ?? 0;
    const offset = request.after === undefined ? (request.page - 1n) * BigInt(request.perPage) : 0n;
    if (request.perPage === 0 || offset >= BigInt(total)) return { items: [], total };
    const rows = await this.database.query<AuditEventRow>(
      `${SELECT} WHERE ${where} AND seq > ? ORDER BY seq LIMIT ? OFFSET ?`,
      [...parameters, request.after ?? 0, request.perPage, Number(offset)],
    );
    return { items: rows.map(entryOf), total };
  }
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Parameter[];
}

function conditionsOf({ resource, id, actor, relayers, from, to }: EntryFilter): Condition[] {
  const conditions: Condition[] = [];
  const narrow = (sql: string, value: Parameter | undefined): void => {
    if (value !== undefined) conditions.push({ sql, values: [value] });
  };
  narrow('resource = ?', resource);
  narrow('resource_id = ?', id);
  narrow('actor = ?', actor);
  narrow('at >= ?', from);
  narrow('at <= ?', to);
  if (relayers) {
    const ids = [...relayers];
    const places = ids.map(() => '?').join(', ');
    conditions.push({ sql: `resource = 'relayer' AND resource_id IN (${places})`, values: ids });
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
