import { stringifyExact } from '../../kernel/exact-json';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { isMaskedConfig } from './masked-config';

/** Of the 32 that a configuration may have; it is three levels deep before the configuration of a plugin begins. */
const MAX_LEVELS = 29;
const MAX_MEMBERS = 1_000;
/** With the lists and objects that hold others: as many as a body of the API may hold where it has no nested ones. */
const MAX_VALUES = 20_000;
/** In characters, as JSON has it. */
const MAX_TEXT = 256 * 1024;
/** In characters, printed: of one with numbers of many digits, which are read slowly. A few are left for the other fields. */
const MAX_WIDE = 255 * 1024;
const WIDE = /\d{16}|[\d.]{17}/;

const FILE_RULE =
  'must be one that files can have: 29 levels, 1,000 members an object, 20,000 values, 256 KiB a text, or 255 KiB with numbers of over 15 digits';

/** What is wrong with the configuration of a plugin; undefined where nothing is. What is stored can be exported, and comes back. */
export function configFault(value: unknown): string | undefined {
  if (!isPlainObject(value)) return 'must be an object';
  if (isMaskedConfig(value)) return 'must be whole: it is masked by ***';
  if (!hasExactNumbers(value)) return 'must have no number that is too large, or too precise, to be stored';
  return holdsFew(value) && isForFiles(value, MAX_LEVELS) && !isLongAndWide(value) ? undefined : FILE_RULE;
}

/** What exact JSON reads as no finite number would be stored as null. */
function hasExactNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasExactNumbers);
}

function holdsFew(value: PlainObject): boolean {
  let values = 0;
  const count = (member: unknown): boolean =>
    ++values <= MAX_VALUES && (typeof member !== 'object' || member === null || Object.values(member).every(count));
  return count(value);
}

function isForFiles(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.length < MAX_TEXT && JSON.stringify(value).length < MAX_TEXT;
  if (typeof value !== 'object' || value === null) return true;
  const members = Object.values(value);
  return (
    levels > 0 &&
    (Array.isArray(value) || members.length <= MAX_MEMBERS) &&
    members.every((member) => isForFiles(member, levels - 1))
  );
}

/** As it is printed three levels deep, each line of it after the spaces of those. */
function isLongAndWide(value: PlainObject): boolean {
  const text = stringifyExact([[[value]]], 2);
  return text.length > MAX_WIDE && WIDE.test(text);
}
