import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { allowed, planted, type Plant, roundabout } from './boundaries.plants';

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
const folders = join(root, '.dependency-cruiser.folders.cjs');

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

function cruise(directory: string, rules: string, ...folders: readonly string[]): Report {
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(root, file), join(directory, file));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const output = execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', rules, '--output-type', 'json', '--no-cache', ...folders],
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
    report = cruise(directory, config, 'src', 'migrations');
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
    expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(
      rulesOf(config)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('sees two folders that import each other', () => {
    const around = mkdtempSync(join(tmpdir(), 'roundabout-'));
    plant(around, roundabout);
    const found = cruise(around, folders, 'src').summary.violations;
    rmSync(around, { recursive: true, force: true });
    expect(found.map(({ from, rule }) => [rule.name, from]).sort()).toEqual([
      ['no-cycles-between-folders', 'src/health'],
      ['no-cycles-between-folders', 'src/metrics'],
    ]);
  });
});

describe('the rules and the plants', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .concat('migrations/index.ts', 'test/builders/a-relayer.ts', 'bench/typescript.cjs');
  const folderNames = new Set(files.map((file) => posix.dirname(file)));

  it.each([...rulesOf(config), ...rulesOf(folders)])('$name names only paths that are there', (rule) => {
    const patterns = [rule.from.path, rule.from.pathNot, rule.to.path, rule.to.pathNot].flat().filter(isOurs);
    const lost = patterns.filter((pattern) => !names(pattern).every((one) => files.some((file) => one.test(file))));
    expect(lost).toEqual([]);
  });

  it.each([...planted, ...roundabout])(
    '$file stands in a folder that is there, and so does what it imports',
    (planted) => {
      const { file, source } = planted;
      const targets = [...source.matchAll(/'(\.[^']+)'/g)].map(([, target]) =>
        posix.join(posix.dirname(file), target!),
      );
      expect(
        [file, ...targets].map((path) => posix.dirname(path)).filter((folder) => !folderNames.has(folder)),
      ).toEqual([]);
    },
  );
});

interface Rule {
  readonly name: string;
  readonly from: Patterns;
  readonly to: Patterns;
}

interface Patterns {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}

function rulesOf(path: string): readonly Rule[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the configuration is CommonJS, named at run time
  return (require(path) as { readonly forbidden: readonly Rule[] }).forbidden;
}

/** Patterns of packages and of file names are about no folder of ours. */
const isOurs = (pattern: string | undefined): pattern is string =>
  pattern !== undefined && /^\^\(?(src|migrations|test|bench)/.test(pattern);

/** A pattern, once for each name in its first list of names: each of them must be there. What follows a `$1` is left out. */
function names(pattern: string): RegExp[] {
  const [, before = '', list = '', after = ''] =
    /^(\^src\/)\(([a-z|]+)\)(.*)$/.exec(pattern.replace(/\$1.*$/, '')) ?? [];
  if (list === '') return [new RegExp(pattern.replace(/\$1.*$/, ''))];
  return list.split('|').map((name) => new RegExp(`${before}${name}${after}`));
}
