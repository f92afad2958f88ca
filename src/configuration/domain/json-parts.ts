import type { Issue } from './finding';

/** Of a character; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a text. */
export interface Span extends Position {
  readonly offset: number;
  readonly length: number;
  /** Whether it can be read without being misunderstood, or rounded. */
  readonly isSound: boolean;
}

/** A member of the outermost object. */
export interface Member {
  readonly name: string;
  readonly span: Span;
  /** The items of its value, where that is a list. */
  readonly items: readonly Span[] | undefined;
}

/** What a JSON text (RFC 8259) consists of. */
export interface JsonScan {
  /** Absent where the text is no JSON object. */
  readonly members?: readonly Member[];
  readonly issues: readonly (Issue & Position)[];
}
