import { isPlainObject } from '../../kernel/merge-patch';
import type { NetworkType, UnknownThere } from '../../relayers/domain/policies/policy';

/** The greatest amount that a file of the OpenZeppelin Relayer can hold. */
export const MAX_AMOUNT = 2n ** 64n - 1n;

type Path = readonly (string | number)[];

/** The policies that the OpenZeppelin Relayer does not have in its file, each with its path. */
export const unknownThere = (
  { inFiles }: NetworkType,
  policies: unknown,
): readonly (Pick<UnknownThere, 'message' | 'isRefused'> & { readonly path: Path })[] =>
  (inFiles?.unknown ?? []).flatMap(({ path, value, message, isRefused }) =>
    placesOf(policies, path.split(/\.|(?=\[\])/)).flatMap((place) =>
      value === undefined || place.value === value ? [{ path: place.path, message, isRefused }] : [],
    ),
  );

/** Where a pattern leads to: `[]` stands for each item of a list. */
function placesOf(
  value: unknown,
  [first, ...rest]: readonly string[],
  path: Path = [],
): readonly { readonly path: Path; readonly value: unknown }[] {
  if (first === undefined) return (value ?? null) === null ? [] : [{ path, value }];
  if (first === '[]') {
    return Array.isArray(value) ? value.flatMap((item, index) => placesOf(item, rest, [...path, index])) : [];
  }
  return isPlainObject(value) ? placesOf(value[first], rest, [...path, first]) : [];
}
