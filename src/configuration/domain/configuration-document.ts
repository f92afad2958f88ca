import type { Finding, Location } from './finding';

/** The sections of a configuration that are lists of records, in the order in which they depend on one another. */
export const RECORD_SECTIONS = ['signers', 'notifications', 'networks', 'relayers', 'plugins'] as const;

export type SectionName = (typeof RECORD_SECTIONS)[number];

/** In the order in which the reference writes them. */
export const SECTIONS: readonly SectionName[] = ['relayers', 'signers', 'notifications', 'networks', 'plugins'];

/** A value of a file, integers of any size exact, that knows where its parts stand. */
export interface Located {
  /** Undefined where it is unsound, which the findings of the document say. */
  readonly value: unknown;
  /** How long its text is. */
  readonly characters: number;
  /** Of a part, `policies.allowed_tokens[1].mint`; of what holds it where it is not there itself. */
  locate(path: string): Location;
  /** How a number is written that has a point or an exponent; undefined where none is there, or nobody can tell. */
  written?(path: string): string | undefined;
}

/** The items of a list, read one at a time. */
export interface Items {
  readonly length: number;
  at(index: number): Located;
}

/** A section as the file has it: a list, or whatever stands in its place. */
export interface Section {
  readonly location: Location;
  readonly items?: Items;
  readonly value?: unknown;
}

/** A configuration whose text can be read. Nothing in it is validated yet. */
export interface ConfigurationDocument {
  /** By name, in the order of the file; unknown ones too. */
  readonly sections: ReadonlyMap<string, Section>;
}

/** What a text is. */
export interface ReadDocument {
  /** Absent where the text cannot be read, which the findings say. */
  readonly document?: ConfigurationDocument;
  readonly findings: readonly Finding[];
}

/** The parts of a path: `a.b[1]` is `a`, `b`, 1. */
export const segmentsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );

/** The path of a part of what stands at `base`. */
export const within = (base: string, path: string): string =>
  path === '' ? base : path.startsWith('[') || base === '' ? `${base}${path}` : `${base}.${path}`;

/** The path that segments make below `base`. */
export const pathOf = (segments: readonly (string | number)[], base = ''): string =>
  segments.reduce<string>(
    (path, segment) => within(path, typeof segment === 'number' ? `[${String(segment)}]` : segment),
    base,
  );
