import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { barPlot } from './bar-plot';
import { costPlot } from './cost-plot';
import { pageOf } from './report';
import { type Circumstances, type Results, wordsOf } from './results';

const DOCS = resolve(__dirname, '../../docs/internals');
/** What is plotted. */
const PLOTTED = ['list', 'get-relayer', 'patch'];

/** Writes the page of results, and draws what was measured, whenever that was. */
export function publish(results: Results): void {
  writeFileSync(resolve(DOCS, 'benchmark-results.md'), pageOf(results));
  const works = PLOTTED.flatMap((name) =>
    Object.values(results).flatMap((section) => {
      const work = section.works?.[name];
      return work ? [{ work, footnote: footnoteOf(section) }] : [];
    }),
  );
  const [first] = works;
  if (first) {
    const plot = barPlot(
      works.map(({ work }) => work),
      first.footnote,
    );
    writeFileSync(resolve(DOCS, 'benchmark.svg'), plot);
  }
  const { curve } = results;
  if (curve?.costs) writeFileSync(resolve(DOCS, 'cost-curve.svg'), costPlot(curve.costs, footnoteOf(curve)));
}

const footnoteOf = (circumstances: Circumstances): string => `Medians; ${wordsOf(circumstances)}`;
