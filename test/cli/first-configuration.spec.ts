import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtEntryPoint, endAll, freePort, runBuilt } from '../support/built-service';
import { fleetSettings, startInstance } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { scratchFolder } from '../support/scratch';

const KEY = '1'.padStart(64, '0');

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

onEachDatabase('A first start with a configuration of its own', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await create('none');
    mkdirSync(join(folder(), 'mine'));
  });
  afterEach(() => database.drop());

  const write = (signers: readonly string[]): void =>
    writeFileSync(
      join(folder(), 'mine', 'relayers.json'),
      JSON.stringify({
        relayers: [],
        notifications: [],
        signers: signers.map((id) => ({ id, type: 'local', config: { key: { type: 'env', value: 'SIGNER_KEY' } } })),
      }),
    );
  const settings = (): Record<string, string> => ({
    ...fleetSettings(database),
    CONFIG_DIR: './mine',
    CONFIG_FILE_NAME: 'relayers.json',
    SIGNER_KEY: KEY,
  });

  it('stores it, on every instance that starts at once, and never again', async () => {
    write(['a', 'b']);
    const instances = await Promise.all([1, 2].map(() => startInstance(folder(), settings())));
    write(['a', 'b', 'c']);
    instances.push(await startInstance(folder(), settings()));
    for (const { call } of instances) {
      const { data } = (await call('GET', '/api/v1/signers')).json;
      expect((data as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(['a', 'b']);
    }
    for (const { service } of instances) expect(await service.stop()).toBe(0);
  });

  it('ends with its faults where it has any, and is the first again when they are mended', async () => {
    write(['a', 'a']);
    const refused = runBuilt(folder(), { ...settings(), PORT: String(await freePort()) });
    expect(await refused.ended).toBe(78);
    expect(refused.printed()).toContain('signers[1].id is there twice: a');
    expect(refused.printed()).toContain('CONFIG_DIR, CONFIG_FILE_NAME: expected a configuration that can be used');
    write(['a']);
    const { service, call } = await startInstance(folder(), settings());
    expect((await call('GET', '/api/v1/signers')).json.data).toHaveLength(1);
    await service.stop();
  });
});

describe('A start whose configuration cannot be used', () => {
  const folder = scratchFolder();

  it.each([
    ['is not there', undefined],
    ['has faults', { relayers: [], notifications: [], signers: [{ id: 'a' }] }],
  ])('makes nothing where it %s', async (_, content) => {
    mkdirSync(join(folder(), 'config'));
    if (content) writeFileSync(join(folder(), 'config/config.json'), JSON.stringify(content));
    const refused = runBuilt(folder(), { CONFIG_DIR: './config', PORT: String(await freePort()) });
    expect(await refused.ended).toBe(78);
    expect(refused.printed()).toContain('which config/config.json is not, e.g. one that relayctl validate calls valid');
    expect(readdirSync(folder())).toEqual(['config']);
  });
});
