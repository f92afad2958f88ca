import { setImmediate as turn } from 'node:timers/promises';
import type { CallContext } from '../kernel/call-context';

/** In milliseconds: who waits for a snapshot waits for two questions at most, and then for the database itself. */
const MAX_WAIT_MS = 250;

/** The transactions that whoever asks sees, and since when the server runs: one that took its place counts on. */
const SNAPSHOT = `SELECT pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text AS text`;

/**
 * What tells states of a database apart: two texts are equal only if nothing was committed in between. Undefined where
 * the database does not say, or not in time.
 */
export interface Snapshots {
  take(): Promise<string | undefined>;
}

type Ask<Row> = (sql: string) => Promise<readonly Row[]>;

/**
 * Asks once for all who wait. Whoever comes while a question is on its way waits for the next: its answer may be older
 * than the request.
 */
abstract class JoinedSnapshots implements Snapshots {
  private next: Promise<string | undefined> | undefined;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(private readonly calls: CallContext) {}

  take(): Promise<string | undefined> {
    return (this.next ??= this.calls.runDetached(() => this.askNext()));
  }

  private async askNext(): Promise<string | undefined> {
    await this.underWay;
    // All requests that arrive in the same turn of the event loop are here then.
    await turn();
    this.next = undefined;
    const question = this.question();
    this.underWay = question;
    return question;
  }

  protected abstract question(): Promise<string | undefined>;
}

/** SQLite tells a connection when another one has committed, also another process's; the writer is another connection. */
export class SqliteSnapshots extends JoinedSnapshots {
  /**
   * @param ask any connection but the one that writes
   * @param commits how many transactions the writer of this process has ended
   */
  constructor(
    private readonly ask: Ask<{ readonly data_version: number }>,
    private readonly commits: () => number,
    calls: CallContext,
  ) {
    super(calls);
  }

  protected override async question(): Promise<string | undefined> {
    const commits = this.commits();
    try {
      const [found] = await this.ask('PRAGMA data_version');
      return found && `${String(commits)} ${String(found.data_version)}`;
    } catch {
      return undefined;
    }
  }
}

/** A server. What was asked before a connection was lost equals nothing that is asked afterwards. */
export class ServerSnapshots extends JoinedSnapshots {
  private failures = 0;
  /** While a question that nobody waits for any more holds a connection, no other one is asked. */
  private isStuck = false;

  /** @param losses how many connections have broken: the server may be another one afterwards */
  constructor(
    private readonly query: Ask<{ readonly text: string }>,
    private readonly losses: () => number,
    calls: CallContext,
  ) {
    super(calls);
  }

  protected override async question(): Promise<string | undefined> {
    if (this.isStuck) return undefined;
    try {
      const text = await this.inTime(this.ask());
      return [text, this.failures, this.losses()].join(' ');
    } catch {
      this.failures++;
      return undefined;
    }
  }

  private async ask(): Promise<string> {
    const [found] = await this.query(SNAPSHOT);
    if (!found) throw new Error('The server gave no snapshot');
    return found.text;
  }

  private async inTime(answer: Promise<string>): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.isStuck = true;
        const settle = (): void => {
          this.isStuck = false;
        };
        answer.then(settle, settle);
        reject(new Error('The database does not answer in time'));
      }, MAX_WAIT_MS);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
