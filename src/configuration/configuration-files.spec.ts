import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { withFile } from './configuration-files';
import { LocalResolver } from './local-resolver';

/** A configuration, or a keystore that it names, may be what never ends or waits for somebody. */
describe('A file', () => {
  const folder = scratchFolder();
  const pipe = (name: string): string => {
    const path = join(folder(), name);
    execFileSync('mkfifo', [path]);
    return path;
  };
  const findings = (path: string): Promise<unknown> => withFile(path, ({ findings: found }) => Promise.resolve(found));

  it('is not read from a device', async () => {
    const refusal = [{ severity: 'error', path: '', message: 'cannot be read: it is no regular file' }];
    expect(await findings('/dev/zero')).toEqual(refusal);
    expect(await new LocalResolver('config.json').file('/dev/zero')).toBeUndefined();
  });

  it.each(['config.json', 'config.yaml', 'config.ndjson'])('is not read from a pipe: %s', async (name) => {
    const path = pipe(name);
    expect(await findings(path)).toMatchObject([{ message: 'cannot be read: it is no regular file' }]);
    expect(await new LocalResolver(path).file(name)).toBeUndefined();
  });

  it('is not read from a pipe in a folder', async () => {
    mkdirSync(join(folder(), 'config'));
    pipe('config/config.json');
    expect(await findings(join(folder(), 'config'))).toMatchObject([
      { message: 'cannot be read: it is no regular file' },
    ]);
  });
});
