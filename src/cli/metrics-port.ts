import type { INestApplication } from '@nestjs/common';
import { MetricsServer } from '../metrics/metrics-server';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';
import { requireFreePort } from './free-port';
import { ListenError } from './listen-error';

const ADDRESS = 'HOST or METRICS_PORT';

type Addresses = Pick<Settings, 'host' | 'port' | 'metrics'>;

/** The port on which metrics are listed, where there is one. */
export const metricsPortOf = ({ metrics: { isEnabled, port } }: Pick<Settings, 'metrics'>): number | undefined =>
  isEnabled ? port : undefined;

/**
 * Judges whether the metrics can have their port.
 * @throws SettingsError where it is that of the service
 * @throws ListenError
 */
export async function requireMetricsPort(settings: Addresses): Promise<void> {
  const port = metricsPortOf(settings);
  if (port === undefined) return;
  if (port === settings.port)
    throw new SettingsError([{ name: 'METRICS_PORT', expected: 'another port than PORT', example: '8081' }]);
  await requireFreePort(settings.host, port, ADDRESS);
}

/** @throws ListenError */
export async function serveMetrics(app: INestApplication, settings: Addresses): Promise<void> {
  const port = metricsPortOf(settings);
  if (port === undefined) return;
  await app
    .get(MetricsServer)
    .listen(port, settings.host)
    .catch((cause: unknown) => {
      throw new ListenError(settings.host, port, cause, ADDRESS);
    });
}
