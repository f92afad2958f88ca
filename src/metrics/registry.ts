import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The registry of one application, with the metrics of the process and of its build. */
export function createRegistry(): Registry {
  const registry = new Registry();
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'relayer_management_build_info',
    help: 'Always 1; the labels say which version runs.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: versionOf(__dirname) }, 1);
  return registry;
}

/** The version in the package that a folder is part of, wherever the build puts it. */
function versionOf(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionOf(above);
}
