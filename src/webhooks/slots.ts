/** Who takes longer keeps no one waiting. */
const COUNTED_FOR_MS = 1_000;

/**
 * Limits how many deliveries are begun at once. Receivers that fail have no more than half of the slots between them, and
 * a delivery that takes longer than a second gives its slot to others while it goes on: however many receivers hang, those
 * that answer are served. As none takes longer than the limit of time for one, there are never more than the slots times
 * the seconds of that limit.
 */
export class Slots {
  private readonly waiting = { failing: [] as (() => void)[], healthy: [] as (() => void)[] };
  private underWay = 0;
  private taken = 0;
  private takenByFailing = 0;

  private readonly mostFailing: number;

  constructor(private readonly most: number) {
    this.mostFailing = Math.max(1, Math.floor(most / 2));
  }

  /** How many deliveries are under way, with those that take long. */
  get inUse(): number {
    return this.underWay;
  }

  /** Resolves when there is a slot, with what gives it back. */
  async take(isFailing: boolean): Promise<() => void> {
    if (this.isFree(isFailing)) this.count(isFailing, 1);
    else await new Promise<void>((go) => this.waiting[isFailing ? 'failing' : 'healthy'].push(go));
    this.underWay++;
    let isCounted = true;
    const giveBack = (): void => {
      if (!isCounted) return;
      isCounted = false;
      this.count(isFailing, -1);
      this.admit();
    };
    const timer = setTimeout(giveBack, COUNTED_FOR_MS).unref();
    return () => {
      clearTimeout(timer);
      this.underWay--;
      giveBack();
    };
  }

  private isFree(isFailing: boolean): boolean {
    return this.taken < this.most && (!isFailing || this.takenByFailing < this.mostFailing);
  }

  /** Counted before whoever waited goes on, so that nobody takes the slot in between. */
  private admit(): void {
    const isFailing = this.waiting.healthy.length === 0;
    if (!this.isFree(isFailing)) return;
    const next = this.waiting[isFailing ? 'failing' : 'healthy'].shift();
    if (!next) return;
    this.count(isFailing, 1);
    next();
  }

  private count(isFailing: boolean, change: 1 | -1): void {
    this.taken += change;
    if (isFailing) this.takenByFailing += change;
  }
}
