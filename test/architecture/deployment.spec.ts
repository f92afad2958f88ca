import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { VERSION } from '../../src/kernel/version';
import { committedText, walk } from '../support/api-document';
import { root } from '../support/built-service';

const STOPS_WITHIN_S = 10;

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const documents = (name: string): unknown[] =>
  parseAllDocuments(read(`docs/deployment/${name}`), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as unknown;
  });

/** What `.env.example` describes. */
const settings = new Set([...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => String(name)));
const unknownOf = (names: readonly string[]): string[] =>
  names.filter((name) => !settings.has(name.replace(/_FILE$/, '')));

/** Every object with a name of its own, wherever it is. */
const found = (from: unknown, name: string): unknown[] =>
  [...walk(from)].flatMap(([, value]) => (name in value ? [value[name]] : []));

describe('docs/deployment/kubernetes.yaml', () => {
  const manifest = documents('kubernetes.yaml');

  it('names settings that exist, and no secret', () => {
    const variables = found(manifest, 'env').flat() as readonly { readonly name: string; readonly value: string }[];
    expect(variables.length).toBeGreaterThan(3);
    expect(unknownOf(variables.map(({ name }) => name))).toEqual([]);
    for (const { name, value } of variables) {
      if (/KEY|DATABASE_URL/.test(name)) expect(`${name}=${value}`).toMatch(/_FILE=\/run\/secrets\/|^DATABASE_URL=$/);
    }
  });

  it('probes routes that exist, and gives the service time to end', () => {
    const { paths } = JSON.parse(committedText) as { readonly paths: Readonly<Record<string, unknown>> };
    const probes = found(manifest, 'httpGet') as readonly { readonly path: string }[];
    expect(probes).toHaveLength(3);
    for (const { path } of probes) expect(Object.keys(paths)).toContain(path);
    const variables = found(manifest, 'env').flat() as readonly { readonly name: string; readonly value: string }[];
    const delay = Number(variables.find(({ name }) => name === 'SHUTDOWN_DELAY_SECONDS')?.value);
    expect(delay).toBeGreaterThan(0);
    expect(Number(found(manifest, 'terminationGracePeriodSeconds')[0])).toBeGreaterThan(delay + STOPS_WITHIN_S);
  });

  it('runs the image of this version as its user, and leaves room for what is spooled', () => {
    expect(found(manifest, 'image')).toEqual([`relayer-management:${VERSION}`]);
    const [user] = /^USER (\d+):/m.exec(read('Dockerfile'))?.slice(1) ?? [];
    expect(found(manifest, 'runAsUser')).toEqual([Number(user)]);
    expect(found(manifest, 'volumeMounts').flat()).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
  });
});

describe('docs/deployment/compose.yaml', () => {
  const [file] = documents('compose.yaml') as [
    {
      readonly services: Readonly<
        Record<
          string,
          {
            readonly build?: string;
            readonly environment?: Readonly<Record<string, string>>;
            readonly secrets?: readonly string[];
            readonly image?: string;
            readonly tmpfs?: readonly string[];
            readonly depends_on?: Readonly<Record<string, unknown>>;
            readonly stop_grace_period?: string;
          }
        >
      >;
      readonly secrets: Readonly<Record<string, unknown>>;
    },
  ];
  const own = Object.values(file.services).filter(({ build }) => build !== undefined);

  it('runs two instances with settings that exist', () => {
    expect(own).toHaveLength(2);
    for (const { environment = {}, stop_grace_period, image, tmpfs } of own) {
      expect([image, tmpfs]).toEqual([`relayer-management:${VERSION}`, ['/tmp']]);
      expect(unknownOf(Object.keys(environment))).toEqual([]);
      const delay = Number(environment.SHUTDOWN_DELAY_SECONDS);
      expect(delay).toBeGreaterThan(0);
      expect(parseInt(String(stop_grace_period), 10)).toBeGreaterThan(delay + STOPS_WITHIN_S);
    }
  });

  it('names nothing that it does not have', () => {
    for (const { secrets = [], depends_on = {}, environment = {} } of Object.values(file.services)) {
      for (const secret of secrets) expect(Object.keys(file.secrets)).toContain(secret);
      for (const service of Object.keys(depends_on)) expect(Object.keys(file.services)).toContain(service);
      for (const value of Object.values(environment)) {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
        if (secret !== undefined) expect(secrets).toContain(secret);
      }
    }
  });
});

describe('docs/deployment/relayer-management.service', () => {
  const unit = read('docs/deployment/relayer-management.service');

  it('names settings that exist, and gives the service time to end', () => {
    const names = [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => String(name));
    expect(names.length).toBeGreaterThan(1);
    expect(unknownOf(names)).toEqual([]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(STOPS_WITHIN_S);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));

  it('builds on one line of Node.js and runs on the same, by digests', () => {
    expect(stages).toHaveLength(2);
    for (const stage of stages) expect(stage).toMatch(/node(js)?:?24[-\w]*(:nonroot)?@sha256:[0-9a-f]{64}/);
  });

  it('is of this version, for a user without rights, with a health check', () => {
    expect(read('Dockerfile')).toContain(`org.opencontainers.image.version="${VERSION}"`);
    expect(lines.filter((line) => /^(USER|HEALTHCHECK|VOLUME)/.test(line))).toHaveLength(3);
  });

  it('lets no package run a script', () => {
    const installations = lines.filter((line) => /npm (ci|install|prune)/.test(line));
    expect(installations.length).toBeGreaterThan(1);
    for (const installation of installations) expect(installation).toContain('--ignore-scripts');
  });
});

describe.each(['nginx.conf', 'Caddyfile'])('deploy/proxy/%s', (name) => {
  const proxy = read(`deploy/proxy/${name}`);

  it('lets the longest configuration through, and nobody outside to the metrics', () => {
    expect(proxy).toMatch(/512(m|MiB)\b/);
    expect(proxy).toMatch(/\/metrics( 404| \{\n\s+return 404;)/);
  });
});
