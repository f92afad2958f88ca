interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Values of at most so many bytes in all; what was used longest ago goes first. */
export class LruBytes<Value> {
  /** In the order in which they were last used: a `Map` iterates in the order of insertion. */
  private readonly entries = new Map<string, Entry<Value>>();
  private total = 0;

  constructor(private readonly most: number) {}

  get bytes(): number {
    return this.total;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** @param bytes of the value and all that comes with it, the key included */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.most) return;
    this.entries.set(key, { value, bytes });
    this.total += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.most) return;
      this.delete(oldest);
    }
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.total -= entry.bytes;
  }
}
