import type { Costs } from './results';
import { draw, element, label, line } from './svg';

const WIDTH = 860;
const HEIGHT = 436;
const LEFT = 70;
const RIGHT = 260;
const TOP = 50;
const BOTTOM = 76;
const COLOURS = ['#0969da', '#bc4c00', '#8250df', '#1a7f37', '#cf222e', '#7d8590', '#bf3989', '#9a6700', '#1b7c83'];
/** Between the names beside the last points, so that they can be read. */
const LABEL_STEP = 17;

interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly { readonly relayers: number; readonly cost: number }[];
}

/** What a request costs with ever more relayers, beside what it costs with the fewest; both axes are logarithmic. */
export function costPlot(costs: Costs, footnote: string): string {
  const curves = Object.entries(costs).map(([name, bySize], index) => curveOf(name, bySize, index));
  const sizes = curves[0]?.points.map(({ relayers }) => relayers) ?? [];
  const values = curves.flatMap(({ points }) => points.map(({ cost }) => cost));
  const least = 2 ** Math.floor(Math.log2(Math.min(...values, 0.5)));
  const most = 2 ** Math.ceil(Math.log2(Math.max(...values, 4)));
  const share = (value: number, from: number, to: number): number =>
    (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from));
  const x = (relayers: number): number =>
    LEFT + share(relayers, sizes[0] ?? 1, sizes.at(-1) ?? 10) * (WIDTH - LEFT - RIGHT);
  const y = (cost: number): number => HEIGHT - BOTTOM - share(cost, least, most) * (HEIGHT - TOP - BOTTOM);

  const title = `Cost of a request, beside the cost with ${written(sizes[0])} relayers`;
  const parts = [label(title, 20, 26, { style: 'title' })];
  const step = Math.log2(most / least) > 8 ? 4 : 2;
  for (let cost = least; cost <= most; cost *= step) {
    parts.push(line('grid', LEFT, y(cost), WIDTH - RIGHT, y(cost)));
    parts.push(label(`${String(cost)} ×`, LEFT - 8, y(cost) + 4, { anchor: 'end', style: 'faint' }));
  }
  for (const size of sizes) {
    parts.push(line('grid', x(size), TOP, x(size), HEIGHT - BOTTOM));
    parts.push(label(written(size), x(size), HEIGHT - BOTTOM + 18, { anchor: 'middle', style: 'faint' }));
  }
  parts.push(label('relayers in the database', (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 36, { anchor: 'middle' }));
  for (const { colour, points } of curves) {
    const path = points.map(({ relayers, cost }) => `${x(relayers).toFixed(1)},${y(cost).toFixed(1)}`).join(' ');
    parts.push(element('polyline', { class: 'line', stroke: colour, points: path }));
    for (const { relayers, cost } of points) {
      parts.push(element('circle', { cx: x(relayers), cy: y(cost), r: 3, fill: colour }));
    }
  }
  parts.push(...names(curves, y), label(footnote, 20, HEIGHT - 8, { style: 'faint' }));
  const description = curves.map(
    ({ name, points }) => `${name}: ${points.map(({ cost }) => factor(cost)).join(', ')}.`,
  );
  return draw({ width: WIDTH, height: HEIGHT, title, description: description.join(' '), parts });
}

function curveOf(name: string, bySize: Costs[string], index: number): Curve {
  const sizes = Object.keys(bySize).map(Number);
  const base = bySize[String(sizes[0])]?.median ?? NaN;
  const points = sizes.map((relayers) => ({ relayers, cost: (bySize[String(relayers)]?.median ?? NaN) / base }));
  return { name, points, colour: COLOURS[index % COLOURS.length] ?? '' };
}

/** The curves by name at their ends, the highest first, none over another. */
function names(curves: readonly Curve[], y: (cost: number) => number): string[] {
  const ends = curves.map(({ name, colour, points }) => ({ name, colour, cost: points.at(-1)?.cost ?? NaN }));
  ends.sort((one, other) => other.cost - one.cost);
  let free = TOP;
  return ends.flatMap(({ name, colour, cost }, index) => {
    const last = HEIGHT - BOTTOM - (ends.length - 1 - index) * LABEL_STEP;
    const place = Math.min(Math.max(free, y(cost)), last);
    free = place + LABEL_STEP;
    const left = WIDTH - RIGHT + 14;
    const text = `${name} ${factor(cost)}`;
    return [element('circle', { cx: left, cy: place, r: 4, fill: colour }), label(text, left + 10, place + 4)];
  });
}

const factor = (cost: number): string => `${cost.toPrecision(2)} ×`;
const written = (relayers = 0): string => relayers.toLocaleString('en');
