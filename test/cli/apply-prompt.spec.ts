import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtEntryPoint, type CommandOnTerminal, endAll, runBuilt, runOnTerminal } from '../support/built-service';
import { printedInTime } from '../support/printed-in-time';
import { scratchFolder } from '../support/scratch';

const SETTINGS = { DATABASE_URL: 'sqlite:prompt.db', CHECK_NETWORKS: 'false' };
const QUESTION = 'Apply these changes? [y/N] ';
const ASKED = /Apply these changes\? \[y\/N\] /;

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(120_000);

/** The question is asked on a terminal only: the commands run on a pseudo-terminal. */
describe('relayctl apply on a terminal', () => {
  const folder = scratchFolder();

  const relayer = (id: string, rest: object = {}): object => ({
    id,
    name: id,
    network: id,
    network_type: 'evm',
    paused: false,
    signer_id: 's',
    ...rest,
  });
  const signer = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
  const write = (name: string, relayers: readonly object[]): void =>
    writeFileSync(join(folder(), name), JSON.stringify({ signers: [signer], relayers }));
  const apply = (...options: string[]): CommandOnTerminal =>
    runOnTerminal(folder(), SETTINGS, ['apply', 'config.json', ...options]);
  const quietly = async (...parameters: string[]): Promise<string> => {
    const command = runBuilt(folder(), SETTINGS, parameters);
    await command.ended;
    return command.printed();
  };

  it('shows the plan, asks, and does it', async () => {
    write('config.json', [relayer('a')]);
    const command = apply();
    const shown = await printedInTime(command.printed, ASKED);
    expect(shown).toMatch(/\+ relayer a.*\r\n2 to create, 0 to update, 0 to delete, 0 unchanged\r\n/s);
    expect(await quietly('export')).not.toContain('"id": "a"');
    command.type('y\n');
    expect(await command.ended).toBe(0);
    expect(command.printed()).toContain('Done.');
    expect(await quietly('apply', 'config.json')).toBe('0 created, 0 updated, 0 deleted, 2 unchanged\n');
    const again = apply();
    expect(await again.ended).toBe(0);
    expect(again.printed()).not.toContain(QUESTION);
  });

  it.each(['\n', 'yep\n', '\u0003', '\u0004'])('changes nothing where the answer is %j', async (answer) => {
    write('config.json', [relayer('a')]);
    const command = apply();
    await printedInTime(command.printed, ASKED);
    command.type(answer);
    expect(await command.ended).toBe(1);
    expect(command.printed()).toContain('Nothing was changed.');
    expect(await quietly('export')).not.toContain('"id": "a"');
  });

  it('does not ask where it is told not to', async () => {
    write('config.json', [relayer('a')]);
    const command = apply('--yes');
    expect(await command.ended).toBe(0);
    expect(command.printed()).not.toContain(QUESTION);
    expect(command.printed()).toContain('2 created');
  });

  it('asks again where something else would change by now', async () => {
    write('config.json', [relayer('a')]);
    await quietly('import', 'config.json');
    write('other.json', [relayer('b')]);
    write('config.json', [relayer('a', { paused: true })]);
    const command = apply('--prune');
    await printedInTime(command.printed, ASKED);
    await quietly('import', 'other.json', '--on-conflict', 'skip');
    command.type('y\n');
    await printedInTime(command.printed, /Now it is:.*- relayer b.*\[y\/N\] /s);
    expect(await quietly('export')).toContain('"id": "b"');
    command.type('yes\n');
    expect(await command.ended).toBe(0);
    const kept = await quietly('export');
    expect(kept).not.toContain('"id": "b"');
    expect(kept).toContain('"paused": true');
  });

  it('asks again where the file says something else by now', async () => {
    write('config.json', [relayer('a')]);
    const command = apply();
    await printedInTime(command.printed, ASKED);
    write('config.json', [relayer('a'), relayer('c')]);
    command.type('y\n');
    await printedInTime(command.printed, /Now it is:.*\+ relayer c.*\[y\/N\] /s);
    command.type('n\n');
    expect(await command.ended).toBe(1);
    expect(await quietly('export')).not.toContain('"id": "a"');
  });
});
