import type { Head } from './audit-chain';

/** A head that somebody noted, with or without its number. */
export type NotedHead = Pick<Head, 'hash'> & Partial<Head>;

const HEAD = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/;
const HEADS = /\b(\d{1,15}):([0-9a-f]{64})\b/g;

/** Reads `SEQUENCE:HASH`, or the hash alone; undefined where the text is neither. */
export function readHead(text: string): NotedHead | undefined {
  const [, sequence, hash] = HEAD.exec(text) ?? [];
  if (hash === undefined) return undefined;
  return { hash, ...(sequence !== undefined && { sequence: Number(sequence) }) };
}

/** All heads in a line of a file, as of a log. */
export function headsIn(line: string): readonly NotedHead[] {
  const alone = readHead(line.trim());
  if (alone) return [alone];
  return [...line.matchAll(HEADS)].map(([, sequence, hash = '']) => ({ sequence: Number(sequence), hash }));
}

/** Heads that were noted where nobody who writes to the database can change them. */
export class NotedHeads {
  private readonly numbered = new Map<number, Set<string>>();
  private readonly unnumbered = new Set<string>();

  constructor(heads: readonly NotedHead[]) {
    for (const { sequence, hash } of heads) {
      if (sequence === undefined) this.unnumbered.add(hash);
      else if (sequence > 0) this.numbered.set(sequence, (this.numbered.get(sequence) ?? new Set()).add(hash));
    }
  }

  /** Leaves out what was noted of entries before a cut, which are in files. Whether the cut is what was noted there. */
  startAt(cut: Head): boolean {
    for (const sequence of this.numbered.keys()) if (sequence < cut.sequence) this.numbered.delete(sequence);
    return this.agree(cut);
  }

  /** Whether an entry is the one that was noted under its number, if any was. Each one is asked for in its turn. */
  agree({ sequence, hash }: Head): boolean {
    const noted = this.numbered.get(sequence);
    this.numbered.delete(sequence);
    this.unnumbered.delete(hash);
    return noted === undefined || (noted.size === 1 && noted.has(hash));
  }

  /** Whether every one of them was met. */
  get areMet(): boolean {
    return this.numbered.size === 0 && this.unnumbered.size === 0;
  }
}
