import { styleText } from 'node:util';
import type { Action, Change, FieldChange, Plan } from '../configuration/domain/plan';
import { stringifyExact } from '../kernel/exact-json';
import { printable } from '../kernel/printable';

const stream = process.stdout;

const MARKS = {
  create: ['+', 'green'],
  update: ['~', 'yellow'],
  delete: ['-', 'red'],
} as const satisfies Record<Action, readonly [string, string]>;

/** A plan for people: each record, the fields that change, and how many of each there are. */
export function linesOfPlan({ changes, unchanged, extra, skipped }: Plan, applied = false): string[] {
  const count = (action: Action): number => changes.filter((change) => change.action === action).length;
  const parts = [
    ...(['create', 'update', 'delete'] as const).map(
      (action) => `${String(count(action))} ${applied ? `${action}d` : `to ${action}`}`,
    ),
    `${String(unchanged)} unchanged`,
    ...(skipped > 0 ? [`${String(skipped)} left alone`] : []),
    ...(extra > 0 ? [`${String(extra)} not in the file, which --prune would delete`] : []),
  ];
  return [...changes.flatMap(linesOf), parts.join(', ')];
}

function linesOf({ action, resource, id, fields = [] }: Change): string[] {
  const [mark, color] = MARKS[action];
  return [
    styleText(color, `${mark} ${printable(`${resource} ${id}`)}`, { stream }),
    ...fields.map((field) => `    ${textOf(field)}`),
  ];
}

function textOf({ path, secret, ...values }: FieldChange): string {
  if (secret) return `${printable(path)} (${secret === true ? 'its value is not shown' : `secret: ${secret}`})`;
  const shown = (name: 'before' | 'after'): string =>
    name in values ? printable(stringifyExact(values[name])) : styleText('dim', 'not set', { stream });
  return `${printable(path)}: ${shown('before')} → ${shown('after')}`;
}
