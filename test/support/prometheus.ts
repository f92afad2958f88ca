/** One figure of a text in the format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;

/** @throws Error where a line is none of that format */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) throw new Error(`This is no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return { name, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])), value: Number(value) };
    });
}

/** The names of what is described in a text, whether or not it has samples. */
export const metricNamesOf = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? '');

/** The sum of the samples with that name and at least these labels. */
export const valueOf = (text: string, name: string, labels: Sample['labels'] = {}): number =>
  samplesOf(text)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
