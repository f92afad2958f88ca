/** Where something stands in a file. */
export interface Place {
  /** Of the member, in the file's own terms: `relayers[2].policies.min_balance`; empty for the file as a whole. */
  readonly path: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1. */
  readonly column?: number;
  /** The file, where it is another one than that which was given. */
  readonly file?: string;
}

/** One thing to know about a configuration: an error keeps it from being used, a warning does not. */
export interface Finding extends Place {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** How to mend it. */
  readonly hint?: string;
}

/** What was found in a configuration, errors and warnings, in the order of the file. */
export class Findings {
  readonly #all: Finding[] = [];
  #errors = 0;

  error(place: Place, message: string, hint?: string): void {
    this.#errors++;
    this.#all.push({ severity: 'error', ...place, message, ...(hint !== undefined && { hint }) });
  }

  warn(place: Place, message: string, hint?: string): void {
    this.#all.push({ severity: 'warning', ...place, message, ...(hint !== undefined && { hint }) });
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  get all(): readonly Finding[] {
    return this.#all.sort(byPlace);
  }

  get errors(): readonly Finding[] {
    return this.all.filter(({ severity }) => severity === 'error');
  }
}

const byPlace = (one: Finding, other: Finding): number =>
  compare(one.file ?? '', other.file ?? '') ||
  (one.line ?? 0) - (other.line ?? 0) ||
  (one.column ?? 0) - (other.column ?? 0);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
