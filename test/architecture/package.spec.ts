import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { VERSION } from '../../src/kernel/version';
import { committedText } from '../support/api-document';
import { builtEntryPoint, root } from '../support/built-service';
import { scratchFolder } from '../support/scratch';

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
interface Manifest {
  readonly version: string;
  readonly private?: boolean;
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;

describe('The version', () => {
  it('is the same wherever it is written', () => {
    const lock = JSON.parse(read('package-lock.json')) as { readonly version: string };
    const { info } = JSON.parse(committedText) as { readonly info: { readonly version: string } };
    expect([manifest.version, lock.version, info.version]).toEqual([VERSION, VERSION, VERSION]);
    expect(/^## \[(\d.*?)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(VERSION);
  });
});

describe('docs/guides/policy.md', () => {
  it('supports the lines of Node.js that are tested, and those that the package may be installed on', () => {
    const { jobs } = parse(read('.github/workflows/test.yml')) as {
      readonly jobs: {
        readonly test: { readonly strategy: { readonly matrix: { readonly node: readonly string[] } } };
      };
    };
    const [, row = ''] = /^\| Node\.js +\| (.*?):/m.exec(read('docs/guides/policy.md')) ?? [];
    const supported = row.match(/\d+(\.\d+)?/g) ?? [];
    expect(supported.map((line) => line.split('.')[0])).toEqual(jobs.test.strategy.matrix.node);
    expect(manifest.engines.node).toBe(`>=${supported[0]!}.0`);
  });
});

describe('The package that npm packs', () => {
  const scratch = scratchFolder();
  let packed: string[];

  beforeAll(() => {
    builtEntryPoint();
    // What `prepack` does stands there now.
    const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
    const [{ files }] = JSON.parse(said.toString()) as [{ readonly files: readonly { readonly path: string }[] }];
    packed = files.map(({ path }) => path);
  }, 180_000);

  it('may be published, and starts with what it has', () => {
    expect(manifest.private).toBeUndefined();
    expect(packed).toEqual(
      expect.arrayContaining([...Object.values(manifest.bin), 'dist/migrations/index.js', 'docs/examples/config.json']),
    );
  });

  it('leaves out the driver that npm would compile on every line of Node.js, which the checkout keeps', () => {
    const folder = join(scratch(), 'checkout');
    mkdirSync(join(folder, 'scripts'), { recursive: true });
    for (const name of ['package.json', 'scripts/packed-manifest.cjs'])
      copyFileSync(join(root, name), join(folder, name));
    const asked = (option: string): string => {
      execFileSync(process.execPath, ['scripts/packed-manifest.cjs', option], { cwd: folder });
      return readFileSync(join(folder, 'package.json'), 'utf8');
    };
    // A pack that was broken off is no obstacle to the next one.
    for (const text of [asked('--make'), asked('--make')]) {
      const { optionalDependencies, ...rest } = JSON.parse(text) as Manifest;
      expect(optionalDependencies).toEqual({ 'better-sqlite3-13': manifest.optionalDependencies['better-sqlite3-13'] });
      expect(rest).toEqual({ ...manifest, optionalDependencies: undefined });
    }
    expect(asked('--undo')).toBe(read('package.json'));
    expect(readdirSync(folder)).toEqual(['package.json', 'scripts']);
  });

  it('has what the pages in it link to, but for the code', () => {
    const pages = packed.filter((path) => path.endsWith('.md') && !path.startsWith('node_modules/'));
    expect(pages).toContain('README.md');
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, link = '']) => posix.join(posix.dirname(page), link))
        .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`)))
        .map((target) => `${page}: ${target}`),
    );
    expect(missing.filter((link) => page(link) === 'README.md')).toEqual([]);
    expect(missing.filter((link) => !/: (src|test|bench|migrations)\//.test(link))).toEqual([]);
  });

  it('brings the files of the docs page, and the empty module in place of their telemetry', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    const brought = packed.filter((path) => path.startsWith('node_modules/'));
    expect(brought).toEqual(expect.arrayContaining(['node_modules/swagger-ui-dist/swagger-ui.css']));
    expect(brought.filter((path) => path.includes('@scarf'))).toEqual([
      'node_modules/@scarf/scarf/index.js',
      'node_modules/@scarf/scarf/package.json',
    ]);
    expect(Object.keys(packages).filter((path) => /(swagger-ui-dist|@scarf\/scarf)$/.test(path))).toHaveLength(2);
    expect(packages['node_modules/@scarf/scarf']).toMatchObject({ name: 'empty-npm-package' });
  });

  it('has no source maps of ours, no tests and no secrets', () => {
    const own = packed.filter((path) => !path.startsWith('node_modules/'));
    expect(own.filter((path) => /\.map$|\.spec\.|^src\/|^test\/|^data\/|\.env$/.test(path))).toEqual([]);
  });
});

const page = (link: string): string => link.split(': ')[0] ?? '';
