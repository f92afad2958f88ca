/* eslint-disable no-console -- it is a program */
/**
 * Compiles `src` and `migrations` into `dist`, as the tests are compiled; `npm run types` checks the types. With `--if-older`
 * only where a source is newer than the build. Where the compiler is not installed (`npm ci --omit=dev`), the build that is
 * there is what starts.
 */
const { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const options = require('../.swcrc.cjs');

const root = join(__dirname, '..');
const dist = join(root, 'dist');
/** Written last: without it a build was broken off. */
const built = join(dist, '.built');

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Folders are among them, as what is removed from one changes it. */
const entries = ['src', 'migrations'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  ),
);

function isCurrent() {
  const newest = Math.max(...[...entries, join(root, '.swcrc.cjs'), __filename].map(changedAt));
  return changedAt(built) >= newest;
}

async function compile({ transformFile }, source) {
  const target = join(dist, relative(root, source)).replace(/ts$/, 'js');
  const sourceFileName = relative(dirname(target), source);
  const written = { sourceMaps: true, inlineSourcesContent: false, sourceFileName };
  const { code, map } = await transformFile(source, { ...options, ...written, swcrc: false });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
  writeFileSync(`${target}.map`, map);
}

async function build(compiler) {
  rmSync(dist, { recursive: true, force: true });
  const sources = entries.filter((path) => path.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(path));
  await Promise.all(sources.map((source) => compile(compiler, source)));
  writeFileSync(built, '');
}

function compiler() {
  try {
    return require('@swc/core');
  } catch {
    return undefined;
  }
}

async function main() {
  if (process.argv.includes('--if-older') && isCurrent()) return;
  const found = compiler();
  if (found) await build(found);
  else if (changedAt(join(dist, 'src/main.js')) === 0) {
    console.error(`There is no build in ${dist}, and no compiler to make one: run "npm ci", which installs it.`);
    process.exitCode = 1;
  }
}

void main();
