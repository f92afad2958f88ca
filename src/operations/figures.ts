import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { FiguresOfWorkers } from './figures-of-workers';

/** The figures of one application, to which each part adds its own; of the process and of its build from the start. */
@Injectable()
export class Figures {
  readonly registry = new Registry();
  /** Where several processes share a port, and whichever of them is asked. */
  private readonly workers: FiguresOfWorkers | undefined;

  constructor() {
    const { worker } = cluster;
    if (worker) {
      this.registry.setDefaultLabels({ worker: String(worker.id) });
      this.workers = new FiguresOfWorkers(worker.id, () => this.registry.metrics());
    }
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'relayer_management_build_info',
      help: 'Always 1; the labels say which version runs.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: versionOf(__dirname) }, 1);
  }

  /** In the text format of Prometheus; of all processes that share the port, told apart by the label `worker`. */
  text(): Promise<string> {
    return this.workers?.all() ?? this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}

/** A gauge of what is known elsewhere, asked when the figures are read. */
export function gaugeOf(registry: Registry, name: string, help: string, value: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(value()) });
}

/** A counter of what is counted elsewhere, by their labels if it has any. */
export function counterOf<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  values: () => readonly (readonly [labels: Readonly<Record<Label, string>>, value: number])[],
): void {
  const collect = (): void => {
    counter.reset();
    for (const [labels, value] of values()) counter.inc(labels, value);
  };
  const counter = new Counter<Label>({ name, help, labelNames, registers: [registry], collect });
}

/** The version in the package that a folder is part of, wherever the build puts it. */
function versionOf(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionOf(above);
}
