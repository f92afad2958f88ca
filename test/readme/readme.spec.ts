import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltService, root, startBuiltService } from '../support/built-service';
import { comparable, examplesOf, fencesOf } from './examples';

const DOCUMENTED_URL = 'http://127.0.0.1:8080';
const TOKEN = 'a-token-for-the-examples-of-the-readme';

/** Blocks that install, serve or test: `.ci/run` runs these in a clean clone. */
const RUN_BY_CI = ['npm ci && npm start', 'npm test', 'npm run check', '.ci/run'];

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = examplesOf(readme).filter(({ commands }) => !RUN_BY_CI.includes(commands));

describe('README.md', () => {
  let directory: string;
  let service: BuiltService | undefined;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'readme-'));
    for (const folder of ['dist', 'docs']) symlinkSync(join(root, folder), join(directory, folder));
    service = await startBuiltService(directory, { API_KEY: TOKEN });
  }, 180_000);

  afterAll(async () => {
    await service?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('writes commands in fences that this suite sees', () => {
    const fences = fencesOf(readme);
    expect(readme.match(/^\s*(```|~~~)/gm)).toHaveLength(fences.length * 2);
    expect(
      fences.map(({ language }) => language).filter((language) => /^(|bash|shell|console)$/.test(language)),
    ).toEqual([]);
  });

  it('starts with the commands that the build server runs', () => {
    expect(examplesOf(readme)[0]?.commands).toBe(RUN_BY_CI[0]);
  });

  it.each(examples)('$commands', ({ commands, output }) => {
    const baseUrl = service!.baseUrl;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', commands.replaceAll(DOCUMENTED_URL, baseUrl)],
      {
        cwd: directory,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, TOKEN },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 20_000,
      },
    );
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    if (!output) return;
    const { actual, expected } = comparable(output, stdout.replaceAll(baseUrl, DOCUMENTED_URL));
    expect(actual).toEqual(expected);
  });
});
