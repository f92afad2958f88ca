import { styleText } from 'node:util';
import type { Finding } from '../configuration/domain/finding';
import { printable } from '../kernel/printable';

const stream = process.stdout;

/** What was found in a file, for people: each where editors look for it, with a hint; and a sentence at the end. */
export function linesOfFindings(file: string, findings: readonly Finding[]): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = [counted(errors, 'error'), counted(findings.length - errors, 'warning')];
  const verdict = errors > 0 ? 'cannot be used' : 'is valid';
  return [...findings.flatMap((finding) => linesOf(file, finding)), `${file} ${verdict}: ${counts.join(', ')}`];
}

function linesOf(given: string, { severity, file = given, line, column, path, message, hint }: Finding): string[] {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const mark = styleText(severity === 'error' ? 'red' : 'yellow', severity, { stream });
  const what = path === '' ? message : `${path} ${message}`;
  return [
    `${printable(place)}: ${mark}: ${printable(what)}`,
    ...(hint === undefined ? [] : [styleText('dim', `    ${printable(hint)}`, { stream })]),
  ];
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
