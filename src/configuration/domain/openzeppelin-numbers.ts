import { type DeclaredField, fieldsOf } from '../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { below } from '../../kernel/validation';
import type { Located } from './configuration-document';
import { error, type Issue } from './finding';
import { MAX_AMOUNT } from './openzeppelin-policies';

/** The text of a number of the file; see {@link Located.written}. */
export type Written = NonNullable<Located['written']>;

/** Whole numbers are bare digits there, up to 2^64-1. */
export function numberIssues(
  fields: readonly DeclaredField[],
  value: PlainObject,
  at: string,
  written: Written,
): readonly Issue[] {
  return fields.flatMap(({ name, nested, notes }) => {
    const [given, path] = [value[name], below(at, name)];
    if (Array.isArray(given) && nested) {
      return given.flatMap((item: unknown, index) =>
        isPlainObject(item) ? numberIssues(fieldsOf(nested), item, `${path}[${String(index)}]`, written) : [],
      );
    }
    if (nested) return isPlainObject(given) ? numberIssues(fieldsOf(nested), given, path, written) : [];
    return notes.schema?.type === 'integer' ? wholeIssues(given, path, notes.accepts !== undefined, written) : [];
  });
}

function wholeIssues(given: unknown, path: string, isAmount: boolean, written: Written): readonly Issue[] {
  if (typeof given === 'string' && isAmount) {
    return [error(path, 'must be a bare number there', 'write it without quotes')];
  }
  if (typeof given === 'bigint' && given > MAX_AMOUNT) return [error(path, 'must be at most 2^64-1 there')];
  const isNumber = typeof given === 'number' || typeof given === 'bigint';
  return isNumber && /[.e]/i.test(written(path) ?? '')
    ? [error(path, 'must be bare digits there', 'write it without a point and an exponent')]
    : [];
}

/** What has a default there may be left out, and must not be null. */
export const nullIssues = (
  type: Parameters<typeof fieldsOf>[0],
  value: PlainObject,
  at: string,
  hasDefault: (field: DeclaredField) => boolean = () => true,
): readonly Issue[] =>
  fieldsOf(type)
    .filter((field) => value[field.name] === null && hasDefault(field))
    .map(({ name }) => error(below(at, name), 'must not be null there', 'leave it out'));
