import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, unknown>>;
};
const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
const page = readFileSync(join(root, 'docs/internals/dependencies.md'), 'utf8');

describe('docs/internals/dependencies.md', () => {
  const [production = '', development = ''] = page.split('## Production')[1]?.split('## Development') ?? [];
  const named = (part: string): string[] =>
    [...part.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    );

  it('justifies every production dependency, and no other', () => {
    expect(named(production).sort()).toEqual(Object.keys(installed).sort());
  });

  it('justifies every development dependency, and no other', () => {
    expect(named(development).sort()).toEqual(Object.keys(manifest.devDependencies).sort());
  });
});

describe('package.json', () => {
  it('pins the major of every dependency', () => {
    const versions = Object.entries({ ...installed, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:[\w-]+@)?[~^]?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('lets the install script of one package run', () => {
    expect(manifest.allowScripts).toEqual({ 'better-sqlite3': true });
  });
});

describe('package-lock.json', () => {
  it('lets npm install better-sqlite3 12 before Node.js 22 only, and 13 without a compiler: ADR 0035', () => {
    expect(packages['node_modules/better-sqlite3']).toMatchObject({ optional: true, engines: { node: '<22' } });
    expect(packages['node_modules/better-sqlite3-13']).toMatchObject({
      optional: true,
      engines: { node: '>=22' },
      gypfile: false,
    });
  });
});
