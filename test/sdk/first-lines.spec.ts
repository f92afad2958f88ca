import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fencesOf } from '../readme/examples';
import { API_KEY } from '../support/open-app';
import { createRelayer } from '../support/samples';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const DOCUMENTED_URL = 'http://127.0.0.1:8080';
const page = readFileSync(join(__dirname, '../../docs/from-openzeppelin.md'), 'utf8');
const programs = fencesOf(page).filter(({ language }) => language === 'js');

describe('The first lines with the client in docs/from-openzeppelin.md', () => {
  const service = sharedApp(databases[0]!.create);

  it.each(programs)('list relayers, and pause one', async ({ content }) => {
    await createRelayer(service);
    const program = content.replaceAll(DOCUMENTED_URL, service.app.url);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: __dirname,
      env: { PATH: process.env.PATH, API_KEY },
    });
    expect(stdout).toBe("1 [ { id: 'relayer', paused: false } ]\n");
    expect(await service.read('/api/v1/relayers/relayer')).toMatchObject({ paused: true });
  });

  it('are there', () => {
    expect(programs).toHaveLength(1);
  });
});
