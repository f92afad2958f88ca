/** Chance that can be repeated: the same seeds give the same sequence (SplitMix32). */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = seeds.reduce((state, seed) => Math.imul(state ^ seed, 0x9e3779b1) + 0x7f4a7c15, 1) | 0;
  }

  /** A whole number from 0 to `count` less 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined && items.length === 0) throw new Error('There is nothing to pick from');
    return item as T;
  }

  private next(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
}
