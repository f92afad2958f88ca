import { tableOf } from '../../src/cli/table';
import { shortFigure, shortNumber } from './number-format';
import { type Costs, type Results, type SectionResult, wordsOf, type WorkResult } from './results';
import { isMet, type SideName, SIDES, type Verdict } from './targets';

const MIB = 2 ** 20;

interface Table {
  readonly title: string;
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a section found, for a terminal. */
export const textOf = (section: SectionResult): string =>
  tablesOf(section)
    .map(({ title, heading, rows }) => `${title === '' ? '' : `${title}\n`}${tableOf(heading, rows)}`)
    .join('\n\n');

/** Everything that was found, as a page. */
export function pageOf(results: Results): string {
  const sections = Object.entries(results).map(([name, section]) =>
    [`## ${name}`, `${wordsOf(section)}.`, ...tablesOf(section).map(markdownOf)].join('\n\n'),
  );
  return ['# Results of the benchmark', 'Written by `npm run bench`.', ...sections].join('\n\n').concat('\n');
}

function markdownOf({ title, heading, rows }: Table): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [row(heading), row(heading.map(() => '---')), ...rows.map(row)];
  return [...(title === '' ? [] : [`**${title}**`, '']), ...lines].join('\n');
}

const tablesOf = ({ works = {}, costs, verdicts = [] }: SectionResult): Table[] => [
  ...Object.values(works).flatMap((work) => [workTable(work), verdictTable(work.verdicts)]),
  ...(costs ? [costTable(costs)] : []),
  ...(verdicts.length > 0 ? [verdictTable(verdicts)] : []),
];

function workTable({ title, connections, rounds, seconds, sides }: WorkResult): Table {
  const rows = Object.entries(sides).map(([name, { rate, p50, p99, cpu, busy, resident }]) => [
    SIDES[name as SideName],
    shortFigure(rate),
    shortNumber(p50.median),
    shortNumber(p99.median),
    shortFigure(cpu),
    shortNumber(busy.median),
    shortNumber(resident.median / MIB),
  ]);
  return {
    title: `${title} (${String(connections)} connections, ${String(rounds)} rounds of ${String(seconds)} s)`,
    heading: ['side', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'CPUs busy', 'memory MiB'],
    rows,
  };
}

function verdictTable(verdicts: readonly Verdict[]): Table {
  const rows = verdicts.map((verdict) => {
    const { what, figure, unit, byCpu, target } = verdict;
    return [
      what,
      `${shortFigure(figure)} ${unit}`,
      byCpu ? `${shortFigure(byCpu)} ×` : '',
      target ? `${target.bound} ${shortNumber(target.limit)} ${unit}` : '',
      target ? (isMet(verdict) ? 'met' : 'MISSED') : '',
    ];
  });
  return { title: '', heading: ['', 'measured', 'by CPU time', 'target', ''], rows };
}

function costTable(costs: Costs): Table {
  const sizes = Object.keys(Object.values(costs)[0] ?? {});
  const rows = Object.entries(costs).map(([work, bySize]) => [
    work,
    ...sizes.map((size) => (bySize[size] ? shortFigure(bySize[size]) : '')),
  ]);
  const heading = ['relayers', ...sizes.map((size) => shortNumber(Number(size)))];
  return { title: 'Milliseconds for a request', heading, rows };
}
