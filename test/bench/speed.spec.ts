import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../bench/speed/results';
import { SIDES } from '../../bench/speed/targets';
import { builtEntryPoint, root } from '../support/built-service';
import { scratchFolder } from '../support/scratch';

const folder = scratchFolder();
const RUN_WITHIN_MS = 170_000;

function bench(...parameters: readonly string[]) {
  builtEntryPoint();
  return spawnSync(process.execPath, ['-r', './bench/typescript.cjs', 'bench/speed/main.ts', ...parameters], {
    cwd: root,
    encoding: 'utf8',
    timeout: RUN_WITHIN_MS,
  });
}

describe('npm run bench', () => {
  it('measures the service beside baselines that answer with the same bytes', () => {
    const out = join(folder(), 'results.json');
    const { status, stdout, stderr } = bench('--quick', '--out', out, 'list');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { list } = JSON.parse(readFileSync(out, 'utf8')) as Results;
    expect(list).toMatchObject({ node: process.version, machine: expect.stringContaining('×') });
    const names = ['service', 'bare-node', 'bare-express', 'bare-express-lean', 'express-sqlite', 'nest'] as const;
    const { sides, verdicts } = list!.works!.list!;
    expect(Object.keys(sides)).toEqual(names);
    for (const { rate, p50, p99, resident } of Object.values(sides)) {
      for (const { median } of [rate, p50, p99, resident]) expect(median).toBeGreaterThan(0);
    }
    expect(verdicts.map(({ what, target }) => [what, target?.limit])).toEqual([
      [SIDES['bare-node'], 0.75],
      [SIDES['bare-express'], undefined],
      [SIDES['bare-express-lean'], undefined],
      [SIDES['express-sqlite'], 4],
      [SIDES.nest, 10],
    ]);
    for (const name of names) expect(stdout).toContain(SIDES[name]);
  }, 180_000);

  it('measures an import beside a bulk insert of the same rows', () => {
    const out = join(folder(), 'results.json');
    expect(bench('--quick', '--out', out, 'import')).toMatchObject({ status: 0, stderr: '' });
    const { verdicts } = (JSON.parse(readFileSync(out, 'utf8')) as Results).import!;
    expect(verdicts!.map(({ unit, target }) => [unit, target?.limit])).toEqual([
      ['relayers/s', undefined],
      ['×', undefined],
      ['MiB', undefined],
      ['MiB', 384],
      ['KiB', undefined],
    ]);
    for (const { figure } of verdicts!.slice(0, 4)) expect(figure.median).toBeGreaterThan(0);
  }, 180_000);

  it('knows its sections', () => {
    const { status, stderr } = bench('lists');
    expect(status).toBe(1);
    expect(stderr).toContain('No section lists: there are list, get, patch, start, import, curve, memory, postgres');
  });
});
