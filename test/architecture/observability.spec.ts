import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SecretValue } from '../../src/kernel/secret';
import { root } from '../support/built-service';
import { databases } from '../support/databases';
import { openApp } from '../support/open-app';
import { metricNamesOf } from '../support/prometheus';

const page = readFileSync(join(root, 'docs/guides/observability.md'), 'utf8');
const dashboard = readFileSync(join(root, 'docs/grafana-dashboard.json'), 'utf8');

const tried = readFileSync(join(root, 'deploy/prometheus/rules.test.yaml'), 'utf8');
const rules = parse(readFileSync(join(root, 'deploy/prometheus/rules.yaml'), 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
};
const alerts = rules.groups.flatMap((group) => group.rules);

/** On PostgreSQL, with a Redis, there are all of them, whether or not they answer. */
const EVERYTHING = { redis: { url: new SecretValue('redis://127.0.0.1:9'), keyPrefix: 'test' } };
const POSTGRES_ONLY = ['database_pool_busy_connections', 'database_pool_idle_connections'];

const OF_A_HISTOGRAM = /_(bucket|sum|count)$/;
/** The metrics that a query asks for: what is left of it without labels, groups and functions. */
const namesIn = (query: string): string[] =>
  query.replace(/\{[^}]*\}|\bby \([^)]*\)|\[[^\]]*\]|\w+(?=\()/g, '').match(/[a-z]\w*_\w+/g) ?? [];

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('What is written of metrics', () => {
  let known: string[];

  beforeAll(async () => {
    const postgres = databases.find(({ name }) => name === 'PostgreSQL');
    const database = await (postgres ?? databases[0]!).create();
    const service = await openApp({ database, settings: EVERYTHING });
    known = metricNamesOf((await service.call('GET', '/metrics')).text);
    if (!postgres) known.push(...POSTGRES_ONLY);
    await service.close();
    await database.drop();
  });

  const unknownIn = (query: string): string[] =>
    namesIn(query).filter((name) => !known.includes(name) && !known.includes(name.replace(OF_A_HISTOGRAM, '')));

  it('names in docs/guides/observability.md every metric that is our own, and no other', () => {
    const table = page.slice(page.indexOf('| Metric '), page.indexOf('Besides, all'));
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(known.filter((name) => !/^(process|nodejs)_/.test(name)).sort());
  });

  it('alerts of metrics that there are', () => {
    expect(alerts.length).toBeGreaterThan(8);
    for (const { expr } of alerts) {
      expect([expr, namesIn(expr).length > 0, unknownIn(expr)]).toEqual([expr, true, []]);
    }
  });

  it('says of every alert what to look at, and tries each', () => {
    const named = [...page.slice(page.indexOf('| Alert')).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
    for (const { alert } of alerts) expect(tried).toMatch(new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:`));
  });

  it('shows on the dashboard metrics that there are, and all of our own', () => {
    const { panels } = JSON.parse(dashboard) as { readonly panels: readonly Panel[] };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) {
      expect([query, namesIn(query).length > 0, unknownIn(query)]).toEqual([query, true, []]);
    }
    const shown = new Set(queries.flatMap(namesIn).map((name) => name.replace(OF_A_HISTOGRAM, '')));
    expect(known.filter((name) => !/^(process|nodejs)_/.test(name) && !shown.has(name))).toEqual([]);
    for (const { type, description } of panels) expect(type === 'row' || description !== undefined).toBe(true);
  });

  it('would find one that there is not', () => {
    expect(unknownIn('sum by (le) (rate(http_requests_seconds_bucket{status="x_y"}[5m]))')).toEqual([
      'http_requests_seconds_bucket',
    ]);
  });
});
