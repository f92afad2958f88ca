import { isLosslessNumber, parse } from 'lossless-json';

/** A fenced block of a Markdown text. */
export interface Fence {
  readonly language: string;
  readonly content: string;
}

/** A block of commands, with the block that shows what they print if one follows under the same heading. */
export interface Example {
  readonly commands: string;
  readonly output: Fence | undefined;
}

interface PlacedFence extends Fence {
  readonly start: number;
  readonly end: number;
}

const ANYTHING = '…';

export function fencesOf(markdown: string): PlacedFence[] {
  return [...markdown.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    content: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function examplesOf(markdown: string): Example[] {
  const fences = fencesOf(markdown);
  return fences.flatMap((fence, index) => {
    if (fence.language !== 'sh') return [];
    const next = fences[index + 1];
    const follows =
      next && ['json', 'text'].includes(next.language) && !/^#/m.test(markdown.slice(fence.end, next.start));
    return [{ commands: fence.content.trim(), output: follows ? next : undefined }];
  });
}

/** What was printed and what is shown, in forms to compare: JSON by value with all the digits of numbers, else lines. */
export function comparable(shown: Fence, printed: string): { readonly actual: unknown; readonly expected: unknown } {
  const read = (text: string): unknown => (shown.language === 'json' ? parse(text) : text.trimEnd());
  const actual = read(printed);
  return { actual, expected: fill(read(shown.content), actual) };
}

/**
 * The shown value with `…` replaced by what was printed in its place: a part of a text, a whole value, the further items of
 * an array, or the further fields of an object (`"…": "…"`).
 */
function fill(shown: unknown, printed: unknown): unknown {
  if (shown === ANYTHING) return printed;
  if (typeof shown === 'string') return typeof printed === 'string' && fits(shown, printed) ? printed : shown;
  if (Array.isArray(shown) && Array.isArray(printed)) {
    const items: unknown[] = shown.at(-1) === ANYTHING ? shown.slice(0, -1) : shown;
    const further: unknown[] = items === shown ? [] : printed.slice(items.length);
    return [...items.map((item, index) => fill(item, printed[index])), ...further];
  }
  if (isFields(shown) && isFields(printed)) {
    const { [ANYTHING]: open, ...fields } = shown;
    const filled = Object.entries(fields).map(([name, value]) => [name, fill(value, printed[name])] as const);
    return { ...(open === undefined ? {} : printed), ...Object.fromEntries(filled) };
  }
  return shown;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Whether a text equals the shown one, in which `…` is any part of a line, and a line of its own any lines. */
function fits(shown: string, printed: string): boolean {
  const escaped = shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replace(/^…$/gm, '[^]*').replaceAll(ANYTHING, '.*');
  return new RegExp(`^${pattern}$`).test(printed);
}
