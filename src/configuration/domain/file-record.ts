import { DomainError, type Fault } from '../../kernel/domain-error';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { inTurns } from '../../kernel/turns';
import type { Located } from './configuration-document';
import { error, type Finding, findingAt, type Issue, MAX_FINDINGS } from './finding';
import { namesAt, nearest } from './hints';

/** In characters: the name of a field that may have been meant is no longer. */
const MAX_NAME = 255;

const UNKNOWN_FIELD = 'is not a known field';

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
  items: Iterable<Located>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly record?: FileRecord; readonly findings: readonly Finding[] }> {
  const ids = new Set<string>();
  for await (const located of inTurns(items, signal)) {
    const { value } = located;
    if (value === undefined) continue;
    if (!isPlainObject(value)) yield { findings: await locateAll(located, [error('', 'must be an object')]) };
    else if (typeof value.id !== 'string') {
      const hint = 'records of a file are told apart by their ids';
      yield { findings: await locateAll(located, [error('id', 'is required', hint)]) };
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

/** As many of the issues as are listed at most; each has to be looked for in the text. */
export async function locateAll(located: Located, issues: readonly Issue[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const issue of inTurns(issues.slice(0, MAX_FINDINGS + 1))) {
    findings.push(findingAt(located.locate(issue.path), issue));
  }
  return findings;
}

/**
 * Faults as issues, one at each path.
 * @param settled the paths of which all is said
 * @param names those that an unknown field may have been meant to have, at the path of what holds it
 * @param record what the paths lead into
 */
export function issuesOf(
  faults: readonly Fault[],
  settled: readonly string[],
  names: (at: string) => readonly string[],
  record?: unknown,
): readonly Issue[] {
  const said = new Set(settled);
  const issues: Issue[] = [];
  for (const { path, message } of faults) {
    if (said.has(path)) continue;
    said.add(path);
    issues.push(error(path, message, message === UNKNOWN_FIELD ? hintOf(path, names, record) : undefined));
    if (issues.length > MAX_FINDINGS) break;
  }
  return issues;
}

function hintOf(path: string, names: (at: string) => readonly string[], record: unknown): string | undefined {
  const name = /[^.[\]]+$/.exec(path.slice(-MAX_NAME))?.[0] ?? path;
  const at = path.slice(0, -name.length).replace(/\.$/, '');
  return nearest(name, names(at), namesAt(record, at));
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
