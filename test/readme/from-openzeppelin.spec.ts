import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sealKeystore } from '../../src/configuration/domain/keystore-writer';
import { builtEntryPoint, freePort, root } from '../support/built-service';
import { OPENZEPPELIN_EXAMPLES } from '../support/openzeppelin-examples';
import { comparable, examplesOf } from './examples';

const PORT = '8080';
const examples = examplesOf(readFileSync(join(root, 'docs/from-openzeppelin.md'), 'utf8'));
const { config, networks, variables } = OPENZEPPELIN_EXAMPLES.find(({ name }) => name === 'basic-example')!;

/** The commands run one after the other, in a folder as the OpenZeppelin Relayer has it. */
describe('docs/from-openzeppelin.md', () => {
  let directory: string;
  let port: string;

  const write = (name: string, content: string, mode = 0o600): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
    chmodSync(join(directory, name), mode);
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'from-openzeppelin-'));
    port = String(await freePort());
    const all = { ...variables, API_KEY: 'a-token-of-the-openzeppelin-relayer-1234' };
    const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'\n`);
    write('.env', lines.join(''));
    write('config/config.json', JSON.stringify(config, null, 2));
    write('config/networks/all.json', JSON.stringify({ networks }));
    const keystore = await sealKeystore(Buffer.alloc(32, 1), variables.KEYSTORE_PASSPHRASE!);
    write('config/keys/local-signer.json', JSON.stringify(keystore));
    write('bin/relayctl', `#!/bin/sh\nexec '${process.execPath}' '${builtEntryPoint()}' "$@"\n`, 0o700);
  }, 180_000);

  afterAll(() => {
    spawnSync('bash', ['-c', '[ ! -f relayers.pid ] || kill -9 "$(cat relayers.pid)"'], { cwd: directory });
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(examples)('$commands', ({ commands, output }) => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', commands.replaceAll(PORT, port)],
      {
        cwd: directory,
        encoding: 'utf8',
        env: { PATH: `${join(directory, 'bin')}:${process.env.PATH ?? ''}`, PORT: port },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
      },
    );
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    if (!output) return;
    const { actual, expected } = comparable(output, stdout);
    expect(actual).toEqual(expected);
  });
});
