import { isPlainObject } from '../../kernel/merge-patch';
import type { Finding, Location } from './finding';

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
export interface Items extends Iterable<Located> {
  readonly length: number;
  at(index: number): Located;
}

/** @param read what is at one of the places of the items */
export function itemsOf<Place extends object>(
  places: readonly Place[],
  read: (place: Place, index: number) => Located,
): Items {
  const at = (index: number): Located => {
    const place = places[index];
    if (!place) throw new RangeError(`There is no item ${String(index)}`);
    return read(place, index);
  };
  return {
    length: places.length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < places.length; index++) yield at(index);
    },
  };
}

/** A section as the file has it: a list, or whatever stands in its place. */
export interface Section {
  readonly location: Location;
  readonly items?: Items;
  readonly value?: unknown;
}

/** A configuration whose text can be read. Nothing in it is validated yet. */
export interface ConfigurationDocument {
  /** Whether its text begins with a byte order mark, which a reader may ignore. */
  readonly hasMark?: boolean;
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

/** What a value has at a path. */
export const valueAt = (value: unknown, path: string): unknown =>
  segmentsOf(path).reduce<unknown>(
    (within, segment) =>
      isPlainObject(within) || Array.isArray(within) ? (within as Record<string, unknown>)[segment] : undefined,
    value,
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
