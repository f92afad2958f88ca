import { Injectable } from '@nestjs/common';
import { type Call, Caller } from '../../kernel/caller';
import { Clock } from '../../kernel/clock';
import { Database } from '../../persistence/database';
import { hashOf } from '../domain/entry';
import type { Fact } from '../domain/fact';
import { Journal } from '../domain/journal';
import type { AuditHeadRow } from './audit-head.row';

interface Recorded {
  readonly fact: Fact;
  readonly call: Call;
}

/**
 * How many facts wait for the commit at most, some megabytes. Those of every request and of most files do; beyond, the
 * head is locked before the end, and on PostgreSQL other writers wait for the rest of that transaction.
 */
const MOST_WAITING = 5_000;

const INSERT = `INSERT INTO audit_events
  (seq, at, actor, actor_name, action, resource, resource_id, version, request_id, document, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Writes what a transaction recorded as the last thing before its commit. On PostgreSQL those that record wait there for
 * one another, and nowhere else: the lock on the head is the last that a transaction takes, so no two wait in a circle.
 */
@Injectable()
export class TypeOrmJournal extends Journal {
  private readonly lockHead: string;

  constructor(
    private readonly database: Database,
    private readonly caller: Caller,
    private readonly clock: Clock,
  ) {
    super();
    this.lockHead = `SELECT seq, hash FROM audit_head WHERE id = 1${database.forUpdate}`;
  }

  override record(fact: Fact): void {
    this.database.beforeCommit({ fact, call: this.caller.current() }, this.write);
  }

  override relieve(): Promise<void> {
    return this.database.relieve(MOST_WAITING);
  }

  private readonly write = async (recorded: readonly Recorded[]): Promise<void> => {
    const [head] = await this.database.query<AuditHeadRow>(this.lockHead);
    if (!head) throw new Error('The audit trail has lost its head');
    const at = this.clock.now().getTime();
    let sequence = Number(head.seq);
    let previous = head.hash;
    for (const { fact, call } of recorded) {
      sequence++;
      const entry = {
        sequence,
        at,
        actor: call.actor.id,
        actorName: call.actor.name,
        action: fact.action,
        resource: fact.resource,
        id: fact.id,
        version: fact.version ?? null,
        requestId: call.requestId ?? null,
        document: documentOf(fact),
      };
      previous = hashOf(entry, previous);
      await this.database.send(INSERT, [...Object.values(entry), previous]);
    }
    await this.database.send('UPDATE audit_head SET seq = ?, hash = ? WHERE id = 1', [sequence, previous]);
  };
}

const documentOf = ({ paths = [], before = 'null', after = 'null' }: Fact): string =>
  `{"paths":${JSON.stringify(paths)},"before":${before},"after":${after}}`;
