import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');

describe('docs/dependencies.md', () => {
  const [production = '', development = ''] = page.split('## Production')[1]?.split('## Development') ?? [];
  const named = (part: string): string[] =>
    [...part.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    );

  it('justifies every production dependency, and no other', () => {
    expect(named(production).sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('justifies every development dependency, and no other', () => {
    expect(named(development).sort()).toEqual(Object.keys(manifest.devDependencies).sort());
  });
});

describe('package.json', () => {
  it('pins the major of every dependency', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^[~^]?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('lets the install script of one package run', () => {
    expect(manifest.allowScripts).toEqual({ 'better-sqlite3': true });
  });
});
