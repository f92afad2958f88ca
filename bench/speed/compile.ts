import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type Options, transformSync } from '@swc/core';

const SOURCES = resolve(__dirname, '../baselines');
const OUTPUT = resolve(__dirname, '../../dist/bench/baselines');
const options = createRequire(__filename)('../../.swcrc.cjs') as Options;

/** Compiles the baselines beforehand, so that their processes hold no compiler; returns the folder of their programs. */
export function compileBaselines(): string {
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(join(SOURCES, file), 'utf8');
    const { code } = transformSync(source, { ...options, filename: file, swcrc: false, sourceMaps: false });
    const target = join(OUTPUT, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  return OUTPUT;
}
