/** Where something stands in a file. */
export interface Location {
  /** Of the member, in the file's own terms: `relayers[2].policies.min_balance`; empty for the file as a whole. */
  readonly path: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1. */
  readonly column?: number;
  /** The file, where it is another one than that which was given. */
  readonly file?: string;
}

/** An error keeps a configuration from being used, a warning does not. */
export type Severity = 'error' | 'warning';

/** One thing to know about a value, at a path below it. */
export interface Issue {
  readonly severity: Severity;
  readonly path: string;
  readonly message: string;
  /** How to mend it. */
  readonly hint?: string;
}

/** One thing to know about a configuration, and where it stands. */
export interface Finding extends Location {
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
}

const issue =
  (severity: Severity) =>
  (path: string, message: string, hint?: string): Issue => ({
    severity,
    path,
    message,
    ...(hint !== undefined && { hint }),
  });

export const error = issue('error');
export const warning = issue('warning');

/** The finding that an issue is at a location. */
export const findingAt = (location: Location, { severity, message, hint }: Omit<Issue, 'path'>): Finding => ({
  severity,
  ...location,
  message,
  ...(hint !== undefined && { hint }),
});

export const hasErrors = (findings: readonly Pick<Finding, 'severity'>[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

/** In the order of the file. */
export const sorted = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (one, other) =>
      compare(one.file ?? '', other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** How many findings are listed at most: nobody mends more at once. */
export const MAX_FINDINGS = 1_000;

/** In characters: a finding quotes what stands in the file, which may be of any length. */
const MAX_TEXT = 1_000;

/** A finding whose texts end after 1,000 characters; a part of a longer text would hold all of that in memory. */
function shortened(finding: Finding): Finding {
  const short = (text: string): string =>
    text.length <= MAX_TEXT ? text : `${Buffer.from(text.slice(0, MAX_TEXT)).toString()}…`;
  const { path, message, hint } = finding;
  return { ...finding, path: short(path), message: short(message), ...(hint !== undefined && { hint: short(hint) }) };
}

/** What is found in a configuration, as far as it is listed: errors before warnings. */
export class Findings {
  private readonly errors: Finding[] = [];
  private readonly warnings: Finding[] = [];
  private hasMore = false;

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const those = finding.severity === 'error' ? this.errors : this.warnings;
      if (those.length < MAX_FINDINGS) those.push(shortened(finding));
      else this.hasMore = true;
    }
  }

  get hasErrors(): boolean {
    return this.errors.length > 0;
  }

  /** Adds those in whose place no error is listed: one at a time is mended. */
  addElsewhere(findings: readonly Finding[]): void {
    const placeOf = ({ path, file = '' }: Location): string => `${path} ${file}`;
    const said = new Set(this.errors.map(placeOf));
    this.add(findings.filter((finding) => !said.has(placeOf(finding))));
  }

  /** Whether further errors would not be listed. */
  get isFull(): boolean {
    return this.errors.length >= MAX_FINDINGS;
  }

  /** In the order of the file; where there are more than are listed, the last one says so. */
  get all(): readonly Finding[] {
    const found = [...this.errors, ...this.warnings];
    if (!this.hasMore && !this.isFull && found.length <= MAX_FINDINGS) return sorted(found);
    return [...sorted(found.slice(0, MAX_FINDINGS - 1)), this.more];
  }

  private get more(): Finding {
    const severity = this.hasErrors ? 'error' : 'warning';
    return { severity, path: '', message: 'has more findings than these' };
  }
}

/** Where what is found goes, and what ends the search early. */
export interface Inquiry {
  readonly findings: Findings;
  /** Whoever asked has gone. */
  readonly signal?: AbortSignal | undefined;
}
