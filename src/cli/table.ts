import { styleText } from 'node:util';
import { printable } from '../kernel/printable';

const GAP = '  ';

/**
 * Rows as aligned columns under a heading; the heading is bold on a terminal, unless `NO_COLOR` is set. What a terminal
 * would obey is escaped.
 */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = [heading, ...rows].map((cells) => cells.map(printable));
  const widths = heading.map((_, column) => Math.max(...shown.map((cells) => cells[column]?.length ?? 0)));
  const [first = '', ...rest] = shown.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return [styleText('bold', first, { stream: process.stdout }), ...rest].join('\n');
}

/** Names and values, a line each. */
export function fieldsOf(fields: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(fields).map(({ length }) => length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(value)}`)
    .join('\n');
}
