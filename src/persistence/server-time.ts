const NOW = 'SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS now';
/** In milliseconds: how often the server is asked, which may be another one after a failover. */
const INTERVAL_MS = 30_000;

/** Runs a statement outside of a transaction. */
type Ask = (sql: string) => Promise<readonly { readonly now: string }[]>;

/** What a server's clock says, counted on by this process's monotonic one: nobody can set that. */
export class ServerTime {
  private offset = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly ask: Ask) {
    this.timer = setInterval(() => void this.measure().catch(ignore), INTERVAL_MS).unref();
  }

  static async of(ask: Ask): Promise<ServerTime> {
    const time = new ServerTime(ask);
    await time.measure();
    return time;
  }

  /** In milliseconds since the epoch. */
  now(): number {
    return Math.round(performance.now() + this.offset);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async measure(): Promise<void> {
    const before = performance.now();
    const [answer] = await this.ask(NOW);
    this.offset = Number(answer?.now) - (before + performance.now()) / 2;
  }
}

/** A server that is away is asked again; until then its time goes on here. */
const ignore = (): void => undefined;
