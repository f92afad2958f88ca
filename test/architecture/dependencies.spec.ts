import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
const manifest = manifestOf('.');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, unknown>>;
};
const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
const page = readFileSync(join(root, 'docs/internals/dependencies.md'), 'utf8');

describe('docs/internals/dependencies.md', () => {
  const [, production = '', development = '', elsewhere = ''] = page.split(/^## .*$/m);
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

  it('justifies every dependency of the package in test/sdk, which nothing else has', () => {
    const names = Object.keys(manifestOf('test/sdk').dependencies);
    expect(named(elsewhere)).toEqual(names);
    for (const name of names)
      expect({ name, elsewhere: `node_modules/${name}` in packages }).toEqual({ name, elsewhere: false });
  });
});

describe('package.json', () => {
  it('pins the major of every dependency', () => {
    const versions = Object.entries({ ...installed, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:[\w-]+@)?[~^]?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('lets the install script of one package run', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name)).toEqual(['better-sqlite3']);
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
