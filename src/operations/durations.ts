import type { Metric, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** How often something took how long, under one set of labels. */
export class Series {
  /** The last one counts what took longer than the greatest bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(
    readonly labels: Labels,
    private readonly bounds: readonly number[],
  ) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at++;
    (this.counts[at] as number)++;
    this.sum += seconds;
  }
}

/**
 * A histogram for the path of every request: prom-client's own looks its labels up and makes objects at each
 * observation. Whoever observes keeps the {@link Series}; the labels are written when the figures are read.
 */
export class Durations {
  private readonly all: Series[] = [];

  /** @param bounds of the buckets, in seconds, in rising order */
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly bounds: readonly number[],
    registry: Registry,
  ) {
    // The registry asks a metric for nothing but its name and `get`.
    registry.registerMetric(this as unknown as Metric);
  }

  series(labels: Labels): Series {
    const made = new Series(labels, this.bounds);
    this.all.push(made);
    return made;
  }

  /** In the form in which prom-client writes it. */
  async get(): Promise<object> {
    return {
      name: this.name,
      help: this.help,
      type: 'histogram',
      values: this.all.flatMap((series) => this.valuesOf(series)),
      aggregator: 'sum',
    };
  }

  private valuesOf({ counts, sum, labels }: Series): object[] {
    let count = 0;
    const buckets = [...this.bounds, '+Inf'].map((le, index) => {
      count += counts[index] as number;
      return { metricName: `${this.name}_bucket`, value: count, labels: { le, ...labels } };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, value: sum, labels },
      { metricName: `${this.name}_count`, value: count, labels },
    ];
  }
}
