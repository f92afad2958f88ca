import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { allowed, planted, type Plant } from './boundaries.plants';

interface Report {
  readonly summary: { readonly violations: readonly Violation[] };
  readonly modules: readonly { readonly source: string }[];
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly cycle?: readonly { readonly name: string }[];
  readonly rule: { readonly name: string };
}

const root = resolve(__dirname, '../..');
const config = join(root, '.dependency-cruiser.cjs');

/** Writes the planted files, an empty file for every one that they name, and an entry point that reaches them all. */
function plant(directory: string, plants: readonly Plant[]): void {
  const files = new Map(plants.map(({ file, source }) => [file, source]));
  for (const { file, source } of plants) {
    for (const [, target] of source.matchAll(/'(\.[^']+)'/g)) {
      const path = `${posix.join(posix.dirname(file), target!)}.ts`;
      if (!path.includes('missing')) files.set(path, files.get(path) ?? 'export class Thing {}\n');
    }
  }
  const reached = [...files.keys()].filter((file) => !/orphan|\.spec\.ts$/.test(file));
  const imports = reached.map((file) => `import '../${file.replace(/\.ts$/, '')}';\n`);
  files.set('src/main.ts', imports.join(''));
  for (const [file, source] of files) {
    mkdirSync(join(directory, dirname(file)), { recursive: true });
    writeFileSync(join(directory, file), source);
  }
}

function cruise(directory: string): Report {
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(root, file), join(directory, file));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const output = execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', config, '--output-type', 'json', '--no-cache', 'src', 'migrations'],
    ],
    { cwd: directory, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(output) as Report;
}

describe('the boundaries between modules', () => {
  let directory: string;
  let report: Report;

  const rulesBrokenBy = (file: string): string[] => [
    ...new Set(
      report.summary.violations
        .filter(
          ({ from, to, cycle = [] }) =>
            from === file || (from === 'src/main.ts' && to === file) || cycle.some(({ name }) => name === file),
        )
        .map(({ rule }) => rule.name),
    ),
  ];

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'boundaries-'));
    plant(directory, [...planted, ...allowed]);
    report = cruise(directory);
  }, 60_000);

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(planted)('$rule: $file', ({ rule, file }) => {
    expect(rulesBrokenBy(file)).toEqual([rule]);
  });

  it.each(allowed)('allowed: $file', ({ file }) => {
    expect(report.modules.map(({ source }) => source)).toContain(file);
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it('has a planted violation for every rule', () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the configuration is CommonJS, named at run time
    const { forbidden } = require(config) as { forbidden: readonly { readonly name: string }[] };
    const rules = forbidden.map(({ name }) => name);
    expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });
});
