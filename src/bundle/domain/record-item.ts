import { DomainError, type Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { Located } from './configuration-file';
import type { Findings } from './finding';
import { nearest } from './hints';
import type { Resolution } from './secret-reference';

/** How a configuration is read. */
export interface Reading {
  readonly findings: Findings;
  /** Whether it is enough that a variable could be set: then it is warned of. */
  readonly isRehearsal: boolean;
}

/** One record of a file while it is read. What stands at a path that was told is not told again. */
export class RecordItem implements Resolution {
  private readonly told = new Set<string>();
  private isWhole = true;

  private constructor(
    readonly value: PlainObject,
    readonly id: string,
    private readonly located: Located,
    private readonly reading: Reading,
  ) {}

  /** The record, where it is one that has an id. */
  static of(located: Located, reading: Reading): RecordItem | undefined {
    const { value } = located;
    if (value === undefined) return undefined;
    if (!isPlainObject(value)) {
      reading.findings.error(located.place(''), 'must be an object');
      return undefined;
    }
    if (typeof value.id === 'string') return new RecordItem(value, value.id, located, reading);
    reading.findings.error(located.place('id'), 'is required', 'records of a file are told apart by their ids');
    return undefined;
  }

  error(path: string, message: string, hint?: string): void {
    this.isWhole = false;
    this.told.add(path);
    this.reading.findings.error(this.located.place(path), message, hint);
  }

  warn(path: string, message: string, hint?: string): void {
    this.reading.findings.warn(this.located.place(path), message, hint);
  }

  missing(path: string, name: string): void {
    const message = `names the variable ${name}, which is not set`;
    this.isWhole = false;
    this.told.add(path);
    if (this.reading.isRehearsal) this.warn(path, message, `set ${name} where the file is applied`);
    else this.error(path, message, `set ${name}`);
  }

  /** Whether the record has a fault, or names a variable that is not set. */
  get hasGaps(): boolean {
    return !this.isWhole;
  }

  /**
   * What `read` makes of the record; its faults are told.
   * @param fields the names that a field may have been meant to have
   */
  attempt<T>(fields: () => readonly string[], read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      for (const fault of error.faults) this.tell(fault, fields);
      return undefined;
    }
  }

  /** Marks a path as one of which all is told. */
  settle(path: string): void {
    this.told.add(path);
  }

  private tell({ path, message }: Fault, fields: () => readonly string[]): void {
    if (this.told.has(path)) return;
    const name = /[^.[\]]+$/.exec(path)?.[0] ?? path;
    this.error(path, message, message === 'is not a known field' ? nearest(name, fields()) : undefined);
  }
}
