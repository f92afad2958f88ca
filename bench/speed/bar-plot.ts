import { shortNumber } from './number-format';
import type { WorkResult } from './results';
import { draw, element, label, line } from './svg';
import { type SideName, SIDES } from './targets';

const WIDTH = 860;
const LEFT = 240;
const RIGHT = 170;
const TOP = 40;
const BAR = 16;
const STEP = 22;
const TICKS = 4;
const SPAN = WIDTH - LEFT - RIGHT;

/** Requests a second as bars, a panel for each work; whiskers reach from the slowest to the fastest round. */
export function barPlot(works: readonly WorkResult[], footnote: string): string {
  const parts: string[] = [label('Requests a second', 20, 26, { style: 'title' })];
  let top = TOP;
  for (const work of works) {
    const panel = panelOf(work, top);
    parts.push(...panel.parts);
    top += panel.height;
  }
  parts.push(label(footnote, 20, top + 12, { style: 'faint' }));
  return draw({
    width: WIDTH,
    height: top + 26,
    title: 'Requests a second of this service and of the baselines',
    description: works.map(describe).join(' '),
    parts,
  });
}

function panelOf({ title, connections, sides, verdicts }: WorkResult, top: number) {
  const entries = Object.entries(sides);
  const most = Math.max(...entries.map(([, { rate }]) => rate.high));
  const tick = niceStep(most / TICKS);
  const end = Math.ceil(most / tick) * tick;
  const x = (value: number): number => LEFT + (value / end) * SPAN;
  const bottom = top + 26 + entries.length * STEP;
  const parts = [label(`${title} (${String(connections)} connections)`, 20, top + 14)];
  for (let value = 0; value <= end; value += tick) {
    parts.push(line('grid', x(value), top + 22, x(value), bottom));
    parts.push(label(shortNumber(value), x(value), bottom + 14, { anchor: 'middle', style: 'faint' }));
  }
  for (const [index, [name, { rate }]] of entries.entries()) {
    const y = top + 26 + index * STEP;
    const middle = y + BAR / 2;
    const side = SIDES[name as SideName];
    const ratio = verdicts.find(({ what }) => what === side)?.figure.median;
    const beside = ratio === undefined ? '' : ` (we serve ${shortNumber(Number(ratio.toPrecision(2)))} ×)`;
    const width = x(rate.median) - LEFT;
    parts.push(label(side, LEFT - 8, middle + 4, { anchor: 'end' }));
    parts.push(element('rect', { class: name === 'service' ? 'own' : 'bar', x: LEFT, y, width, height: BAR }));
    parts.push(line('whisker', x(rate.low), middle, x(rate.high), middle));
    parts.push(label(`${shortNumber(rate.median)}${beside}`, x(rate.high) + 6, middle + 4));
  }
  return { parts, height: bottom + 30 - top };
}

const describe = ({ title, sides }: WorkResult): string =>
  `${title}: ${Object.entries(sides)
    .map(([name, { rate }]) => `${SIDES[name as SideName]} ${shortNumber(rate.median)}`)
    .join('; ')}.`;

/** The next of 1, 2, 5, 10, 20 and so on. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
