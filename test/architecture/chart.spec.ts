import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { VERSION } from '../../src/kernel/version';
import { root } from '../support/built-service';
import { CHART, type Manifest, renderChart, whereHelmIs } from '../support/helm';

const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const values = parse(read('values.yaml')) as Readonly<Record<string, object>>;
const conforms = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')) as object);

const SECRETS = { create: true, databaseUrl: 'postgres://a', storageEncryptionKey: 'b', apiKey: 'c', redisUrl: 'd' };
const EVERYTHING = {
  secrets: SECRETS,
  redis: { enabled: true },
  settings: { LOG_LEVEL: 'warn', METRICS_PUBLIC: true },
  ingress: {
    enabled: true,
    className: 'nginx',
    hosts: [{ host: 'relayers.example.com' }],
    tls: [{ secretName: 'relayers-tls', hosts: ['relayers.example.com'] }],
  },
  serviceMonitor: {
    enabled: true,
    labels: { release: 'prometheus' },
    token: { secret: 'metrics-token', key: 'token' },
  },
  networkPolicy: { enabled: true, from: [{ podSelector: {} }], ports: [5432] },
};

describe('deploy/helm', () => {
  it('is of the version of the service', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version: VERSION, appVersion: VERSION });
  });

  it('has values that are as their schema says', () => {
    expect([conforms(values), conforms.errors]).toEqual([true, null]);
    expect(conforms({ ...values, ...EVERYTHING })).toBe(true);
  });

  it.each([
    { replica: 3 },
    { replicas: '2' },
    { image: { repository: '' } },
    { image: { repository: 'a', digest: 'sha256:short' } },
    { settings: { log_level: 'warn' } },
    { settings: { DATABASE_POOL_SIZE: 20 } },
    { networkPolicy: { enabled: true, ports: [0] } },
  ])('has a schema that refuses %j', (wrong) => {
    expect(conforms({ ...values, ...wrong })).toBe(false);
  });
});

whereHelmIs('The chart', () => {
  const kindsOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind }) => kind).sort();
  const only = (manifests: readonly Manifest[], kind: string): Manifest => {
    const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind);
    expect(others).toEqual([]);
    return found!;
  };
  const podOf = (manifests: readonly Manifest[]) =>
    (only(manifests, 'Deployment').spec as { readonly template: { readonly spec: Readonly<Record<string, unknown>> } })
      .template.spec;
  const environmentOf = (manifests: readonly Manifest[]) => {
    const [container] = podOf(manifests).containers as [{ readonly env: readonly { name: string; value: string }[] }];
    return Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  };

  it('makes what docs/deployment/kubernetes.yaml has', () => {
    const made = renderChart({});
    const written = parseAllDocuments(readFileSync(join(root, 'docs/deployment/kubernetes.yaml'), 'utf8')).map(
      (document) => document.toJS() as Manifest,
    );
    expect(kindsOf(made)).toEqual(kindsOf(written));
    expect(podOf(made)).toEqual(podOf(written));
    for (const field of ['replicas', 'strategy', 'ports', 'minAvailable']) {
      expect(made.map(({ spec }) => spec[field]).filter(Boolean)).toEqual(
        expect.arrayContaining(written.map(({ spec }) => spec[field]).filter(Boolean)),
      );
    }
  });

  it('makes all there is to it', () => {
    const made = renderChart(EVERYTHING);
    expect(kindsOf(made)).toEqual([
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Secret',
      'Service',
      'ServiceMonitor',
    ]);
    expect(only(made, 'Secret').stringData).toEqual({
      'database-url': 'postgres://a',
      'storage-encryption-key': 'b',
      'api-key': 'c',
      'redis-url': 'd',
    });
    expect(environmentOf(made)).toMatchObject({
      REDIS_URL_FILE: '/run/secrets/relayer-management/redis-url',
      LOG_LEVEL: 'warn',
      METRICS_PUBLIC: 'true',
    });
    expect(only(made, 'ServiceMonitor').spec).toMatchObject({
      endpoints: [{ path: '/metrics', authorization: { credentials: { name: 'metrics-token', key: 'token' } } }],
    });
    const { ingress, egress } = only(made, 'NetworkPolicy').spec;
    expect([ingress, egress]).toMatchObject([[{ from: [{ podSelector: {} }] }], [{}, { ports: [{ port: 5432 }] }]]);
    expect(only(made, 'Ingress').spec).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'relayers.example.com' }],
      tls: [{ secretName: 'relayers-tls' }],
    });
  });

  it('writes no secret where the Secret is there already, and takes an image by its digest', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    const made = renderChart({ secrets: { name: 'mine' }, image: { repository: 'registry.example.com/r', digest } });
    expect(kindsOf(made)).not.toContain('Secret');
    expect(podOf(made)).toMatchObject({
      containers: [{ image: `registry.example.com/r@${digest}` }],
      volumes: [{ secret: { secretName: 'mine' } }, {}],
    });
  });

  it('gives an instance the time that its delay takes', () => {
    const made = renderChart({ shutdownDelaySeconds: 60 });
    expect(environmentOf(made)).toMatchObject({ SHUTDOWN_DELAY_SECONDS: '60' });
    expect(podOf(made).terminationGracePeriodSeconds).toBeGreaterThan(60 + 10);
  });

  it('refuses what it cannot use', () => {
    expect(() => renderChart({ replica: 3 })).toThrow(/replica/);
    expect(() => renderChart({ secrets: { create: true } })).toThrow(/secrets.databaseUrl is needed/);
  });
});
