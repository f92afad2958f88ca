/** A drawing that is read on light and on dark pages alike: it brings its own ground, and its colours follow the reader's scheme. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** For those who do not see it. */
  readonly title: string;
  readonly description: string;
  readonly parts: readonly string[];
}

const STYLE = `
  .ground { fill: #ffffff; }
  text { fill: #1f2328; font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; }
  .title { font-size: 14px; font-weight: 600; }
  .faint { fill: #59636e; }
  .grid { stroke: #d1d9e0; stroke-width: 1; }
  .whisker { stroke: #1f2328; stroke-width: 1; }
  .bar { fill: #9aa4ae; }
  .own { fill: #1a7f37; }
  .line { fill: none; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; }
    text { fill: #f0f6fc; }
    .faint { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .whisker { stroke: #f0f6fc; }
    .bar { fill: #656c76; }
    .own { fill: #3fb950; }
  }`;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** An element; what it holds is text where it is a string. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: string | readonly string[],
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)}"`,
  );
  const inner = typeof content === 'string' ? escaped(content) : content?.join('');
  return inner === undefined ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inner}</${name}>`;
}

export const line = (className: string, x1: number, y1: number, x2: number, y2: number): string =>
  element('line', { class: className, x1, y1, x2, y2 });

export function label(
  text: string,
  x: number,
  y: number,
  { anchor = 'start', style = '' }: { readonly anchor?: 'start' | 'middle' | 'end'; readonly style?: string } = {},
): string {
  return element('text', { x, y, 'text-anchor': anchor, ...(style === '' ? {} : { class: style }) }, text);
}

export function draw({ width, height, title, description, parts }: Drawing): string {
  const root = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${String(width)} ${String(height)}`, role: 'img' };
  const content = [
    element('title', {}, title),
    element('desc', {}, description),
    `<style>${STYLE}\n</style>`,
    element('rect', { class: 'ground', width, height, rx: 6 }),
    ...parts,
  ];
  return `${element('svg', root, [`\n${content.join('\n')}\n`])}\n`;
}
