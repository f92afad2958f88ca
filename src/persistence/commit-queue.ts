type Last = (items: readonly unknown[]) => Promise<void>;

/** What a transaction leaves for the moment before its commit. */
export class CommitQueue {
  private readonly waiting = new Map<Last, unknown[]>();

  add<T>(item: T, last: (items: readonly T[]) => Promise<void>): void {
    const items = this.waiting.get(last as Last);
    if (items) items.push(item);
    else this.waiting.set(last as Last, [item]);
  }

  /** @param least where fewer items wait for the same, they go on waiting */
  async empty(least = 1): Promise<void> {
    for (const [last, items] of this.waiting) {
      if (items.length < least) continue;
      this.waiting.delete(last);
      await last(items);
    }
  }
}
