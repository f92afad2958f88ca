import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
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
    expect(Number(found(manifest, 'terminationGracePeriodSeconds')[0])).toBeGreaterThan(5 + STOPS_WITHIN_S);
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
    for (const { environment = {}, stop_grace_period } of own) {
      expect(unknownOf(Object.keys(environment))).toEqual([]);
      expect(parseInt(String(stop_grace_period), 10)).toBeGreaterThan(STOPS_WITHIN_S);
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
