import { setImmediate as turn } from 'node:timers/promises';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { Items, Located } from './configuration-document';
import { error, type Finding, findingAt, type Issue } from './finding';
import { nearest } from './hints';

/** How many records are read before others get their turn: nothing here waits for anything. */
const READ_AT_ONCE = 64;

/** A record of a file that has an id. */
export interface FileRecord {
  readonly id: string;
  readonly value: PlainObject;
  /** What is wrong with it beside the records before it. */
  readonly issues: readonly Issue[];
  readonly located: Located;
}

/** What a record of a file says. */
export interface Reading<T> {
  /** Absent where the record has errors. */
  readonly value?: T | undefined;
  readonly issues: readonly Issue[];
}

/** The records of a list; of an item that is none, the findings. */
export async function* recordsOf(
  items: Items | undefined,
): AsyncGenerator<{ readonly record?: FileRecord; readonly findings: readonly Finding[] }> {
  const ids = new Set<string>();
  for (let index = 0; index < (items?.length ?? 0); index++) {
    if (index % READ_AT_ONCE === 0) await turn();
    const located = items?.at(index);
    if (located?.value === undefined) continue;
    const { value } = located;
    if (!isPlainObject(value)) yield { findings: locateAll(located, [error('', 'must be an object')]) };
    else if (typeof value.id !== 'string') {
      const hint = 'records of a file are told apart by their ids';
      yield { findings: locateAll(located, [error('id', 'is required', hint)]) };
    } else {
      // A part of a longer text would hold all of that in memory.
      const id = Buffer.from(value.id).toString();
      const hint = 'give each record an id of its own';
      const issues = ids.has(id) ? [error('id', `is there twice: ${id}`, hint)] : [];
      ids.add(id);
      yield { record: { id, value, issues, located }, findings: [] };
    }
  }
}

export const locateAll = (located: Located, issues: readonly Issue[]): readonly Finding[] =>
  issues.map((issue) => findingAt(located.locate(issue.path), issue));

/**
 * Faults as issues, one at each path.
 * @param settled the paths of which all is said
 * @param names those that an unknown field may have been meant to have
 */
export function issuesOf(
  faults: readonly Fault[],
  settled: readonly string[],
  names: () => readonly string[],
): readonly Issue[] {
  const said = new Set(settled);
  return faults.flatMap(({ path, message }) => {
    if (said.has(path)) return [];
    said.add(path);
    const name = /[^.[\]]+$/.exec(path)?.[0] ?? path;
    return [error(path, message, message === 'is not a known field' ? nearest(name, names()) : undefined)];
  });
}

/** What `create` makes, or the faults for which it makes nothing. */
export function attempt<T>(create: () => T): { readonly value?: T; readonly faults: readonly Fault[] } {
  try {
    return { value: create(), faults: [] };
  } catch (thrown) {
    if (!(thrown instanceof DomainError) || thrown.kind !== 'invalid') throw thrown;
    return { faults: thrown.faults };
  }
}
