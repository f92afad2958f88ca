import cluster from 'node:cluster';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../kernel/version';

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
  }).set({ version: VERSION }, 1);
  return registry;
}
