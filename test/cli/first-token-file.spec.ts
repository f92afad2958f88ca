import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtEntryPoint, freePort, runBuilt } from '../support/built-service';
import { scratchFolder } from '../support/scratch';

describe('The file of the first token', () => {
  const folder = scratchFolder();

  beforeAll(() => void builtEntryPoint(), 120_000);

  it('takes the place of no pipe or device, which is there for others', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const failed = runBuilt(folder(), { PORT: String(await freePort()), FIRST_TOKEN_FILE: 'pipe' });
    expect(await failed.ended).toBe(78);
    expect(failed.printed()).toContain('FIRST_TOKEN_FILE: expected a path where the token of this first start');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(folder())).toEqual(['pipe']);
  }, 120_000);
});
