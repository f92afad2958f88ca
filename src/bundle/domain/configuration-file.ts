import type { Findings, Place } from './finding';

/** The sections of a configuration that are lists of records, in the order in which they depend on one another. */
export const RECORD_SECTIONS = ['signers', 'notifications', 'relayers'] as const;

/** The sections that are kept as they are. */
export const KEPT_SECTIONS = ['networks', 'plugins'] as const;

export type RecordSection = (typeof RECORD_SECTIONS)[number];
export type KeptSection = (typeof KEPT_SECTIONS)[number];
export type SectionName = RecordSection | KeptSection;

/** In the order in which the reference writes them. */
export const SECTIONS: readonly SectionName[] = ['relayers', 'signers', 'notifications', 'networks', 'plugins'];

/** A value of a file, integers of any size exact, that knows where its parts stand. */
export interface Located {
  readonly value: unknown;
  /** The place of a part: `policies.allowed_tokens[1].mint`; that of what holds it where it is not there itself. */
  place(path: string): Place;
}

/** A list of a file, whose items are read one at a time; what cannot be read goes to the findings, and has no value. */
export interface Items {
  readonly length: number;
  item(index: number, findings: Findings): Located;
}

/** A section as the file has it: a list, or whatever stands in its place. */
export type Section = { readonly items: Items; readonly place: Place } | (Located & { readonly items?: undefined });

/** A configuration file whose text can be read. Nothing in it is judged yet. */
export interface ConfigurationFile {
  /** By name, in the order of the file; unknown ones too. */
  readonly sections: ReadonlyMap<string, Section>;
}

/** The parts of a path: `a.b[1]` is `a`, `b`, 1. */
export const segmentsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );

/** The path of a part of what stands at `base`. */
export const within = (base: string, path: string): string =>
  path === '' ? base : path.startsWith('[') || base === '' ? `${base}${path}` : `${base}.${path}`;
