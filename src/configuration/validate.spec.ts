import { closeSync, cpSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings } from '../settings/read-settings';
import { scratchFolder } from '../../test/support/scratch';
import { withFile } from './configuration-files';
import { rulesAlone, validate } from './validate';

const EXAMPLES = resolve(__dirname, '../../docs/examples');
const MIB = 1024 * 1024;
const rules = rulesAlone(readSettings({}));

const signer = { id: 's', type: 'local', config: { key: { type: 'plain', value: '1'.padStart(64, '0') } } };
const hook = { id: 'h', type: 'webhook', url: 'https://hooks.example.com' };
const relayer = {
  id: 'r',
  name: 'R',
  network: 'sepolia',
  network_type: 'evm',
  paused: false,
  signer_id: 's',
  notification_id: 'h',
};
const whole = { relayers: [relayer], signers: [signer], notifications: [hook] };

const validateFile = (path: string) => withFile(path, (source) => validate(source, rules));

describe('validate', () => {
  const folder = scratchFolder();

  async function told(content: unknown, name = 'config.json') {
    const path = join(folder(), name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return validateFile(path);
  }
  const messages = async (content: unknown) =>
    (await told(content)).map(({ severity, path, message }) => `${severity} ${path} ${message}`);

  it('finds nothing in the example, and nothing changed by its own folder', async () => {
    expect(await validateFile(join(EXAMPLES, 'config.json'))).toEqual([]);
    expect(await validateFile(EXAMPLES)).toEqual([]);
    cpSync(EXAMPLES, folder(), { recursive: true });
    expect(await validateFile(join(folder(), 'config.json'))).toEqual([]);
  });

  it('tells every fault at once, each with its place and a hint', async () => {
    const faulty = {
      ...whole,
      relayers: [
        { ...relayer, naem: 'x', name: '', policies: { gas_price_cap: -1 } },
        { ...relayer, network: 'base', signer_id: 'S', notification_id: 'x' },
      ],
      signers: [signer, { id: 'v', type: 'vault', config: { role_id: 'bare' } }, { ...signer, type: 'lokal' }],
    };
    expect((await told(faulty)).map(({ line, path, message, hint }) => [line, path, message, hint])).toEqual([
      [5, 'relayers[0].name', 'must be a string of 1 to 255 characters', undefined],
      [11, 'relayers[0].naem', 'is not a known field, and is ignored', undefined],
      [13, 'relayers[0].policies.gas_price_cap', 'must be a whole number from 0 to 2^128-1', undefined],
      [17, 'relayers[1].id', 'is there twice: r', 'give each record an id of its own'],
      [22, 'relayers[1].signer_id', 'must be the id of a signer of the file: there is no S', 'did you mean s?'],
      [
        23,
        'relayers[1].notification_id',
        'must be the id of a notification of the file: there is no x',
        'did you mean h?',
      ],
      [40, 'signers[1].config.address', 'is required', undefined],
      [40, 'signers[1].config.secret_id', 'is required', undefined],
      [40, 'signers[1].config.key_name', 'is required', undefined],
      [41, 'signers[1].config.role_id', 'must be a reference to a secret', expect.stringContaining('"type": "env"')],
      [45, 'signers[2].id', 'is there twice: s', 'give each record an id of its own'],
      [46, 'signers[2].type', expect.stringContaining('must be one of local, aws_kms'), undefined],
    ]);
  });

  it('warns of what is no section, as comments are, and takes plugins that are null for none', async () => {
    const findings = await told({ $schema: './config.schema.json', ...whole, relayer: [], plugins: null });
    const [one, other] = ['$schema', 'relayer'].map((path) => ({ severity: 'warning', path }));
    expect(findings).toMatchObject([one, { ...other, hint: 'did you mean relayers?' }]);
  });

  it.each([
    ['not JSON', 'relayers: []', ' must be a JSON object'],
    ['wrong top level', [whole], ' must be a JSON object'],
    ['a section that is no list', { ...whole, signers: {} }, 'signers must be a list'],
    ['a record that is no object', { ...whole, signers: [signer, 'x'] }, 'signers[1] must be an object'],
    ['a record without an id', { ...whole, signers: [signer, { type: 'local' }] }, 'signers[1].id is required'],
    [
      'one signer twice on a network',
      { ...whole, relayers: [relayer, { ...relayer, id: 'q' }] },
      'relayers[1].signer_id already serves relayer r on evm:sepolia',
    ],
    [
      'a signer that cannot sign there',
      {
        ...whole,
        signers: [
          {
            id: 's',
            type: 'vault_transit',
            config: {
              address: 'https://vault.example.com',
              role_id: { type: 'env', value: 'UNSET_A' },
              secret_id: { type: 'plain', value: 'x' },
              key_name: 'k',
              pubkey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
            },
          },
        ],
      },
      'relayers[0].signer_id must be a signer for evm, which one of type vault_transit is not',
    ],
    [
      'a reference that is none',
      { ...whole, notifications: [{ ...hook, signing_key: { type: 'vault', value: 'x' } }] },
      'notifications[0].signing_key.type must be one of env, plain',
    ],
    [
      'a reference of nearly a type',
      { ...whole, notifications: [{ ...hook, signing_key: { type: 'envv', value: 'x' } }] },
      'notifications[0].signing_key.type must be one of env, plain: did you mean env?',
    ],
    [
      'a notification of nearly a type',
      { ...whole, notifications: [{ ...hook, type: 'webhok' }] },
      'notifications[0].type must be one of webhook: did you mean webhook?',
    ],
    ['networks that are neither', { ...whole, networks: 5 }, 'networks must be a list'],
    ['a network without a name', { ...whole, networks: [{ type: 'evm' }] }, 'networks[0].network is required'],
    ['a folder that is not there', { ...whole, networks: 'nowhere' }, 'networks names a folder that cannot be read'],
    [
      'RPC endpoints in no list',
      { ...whole, relayers: [{ ...relayer, custom_rpc_urls: 'https://a' }] },
      'must be a list',
    ],
  ])('refuses %s', async (_, content, message) => {
    const all = await messages(content);
    expect(all.filter((line) => line.startsWith('error'))).toEqual([
      expect.stringContaining(`error ${message}`.slice(6)),
    ]);
  });

  it('warns, and is content, where something may be on purpose', async () => {
    const config = {
      ...whole,
      relayers: [
        relayer,
        {
          ...relayer,
          id: 'q',
          network: 'mainnet-beta',
          network_type: 'solana',
          policies: { swap_config: { strategy: 'jupiter-ultra', cron_schedule: '*/5 * * * 1-5' } },
        },
      ],
      notifications: [
        { ...hook, url: '' },
        { ...hook, id: 'k', signing_key: { type: 'env', value: 'UNSET_KEY' } },
      ],
      signers: [signer, { ...signer, id: 't', config: { key: { type: 'plain', value: '2'.padStart(64, '0') } } }],
      networks: [{ type: 'evm', network: 'sepolia', from: 'mainnet', rpc_urls: null }],
    };
    expect(await messages(config)).toEqual([
      'warning relayers[1].policies.swap_config.cron_schedule has five fields: it is read with the second 0 before them',
      'warning notifications[0].url is empty: the notification is left out, and its relayers notify nobody',
      'warning notifications[1].signing_key names the variable UNSET_KEY, which is not set',
    ]);
  });

  it('takes a file of one section for a part, whose rest is stored', async () => {
    expect(await messages({ relayers: [relayer] })).toEqual([
      'warning relayers[0].signer_id is not in the file: such a signer has to be stored already',
      'warning relayers[0].notification_id is not in the file: such a notification has to be stored already',
    ]);
  });

  it('tells a wrong passphrase, a keystore that is none, and one that is not there', async () => {
    mkdirSync(join(folder(), 'keys'));
    cpSync(join(EXAMPLES, 'keys/sepolia-signer.json'), join(folder(), 'keys/a.json'));
    writeFileSync(join(folder(), 'keys/b.json'), '{"version": 3}');
    const local = (id: string, path: string, value: string) => ({
      id,
      type: 'local',
      config: { path, passphrase: { type: 'plain', value } },
    });
    const signers = [
      local('a', 'keys/a.json', 'wrong'),
      local('b', 'keys/b.json', 'x'),
      local('c', 'keys/c.json', 'x'),
      local('d', 'keys/a.json', 'demonstration'),
    ];
    expect(await messages({ signers })).toEqual([
      'error signers[0].config.path names a file that does not open with the passphrase: keys/a.json',
      'error signers[1].config.path names a file that is no keystore: it has no crypto: keys/b.json',
      'warning signers[2].config.path names a file that cannot be read: keys/c.json',
    ]);
  });

  it('names the file of a folder of networks that is broken', async () => {
    const networks = join(folder(), 'networks');
    mkdirSync(networks);
    writeFileSync(
      join(networks, 'a.json'),
      '{"networks": [{"type": "evm", "network": "sepolia", "from": "mainnet", "rpc_urls": null}]}',
    );
    expect(await messages({ ...whole, networks: './networks' })).toEqual([]);
    writeFileSync(join(networks, 'b.json'), '{"networks": [\n{"type": "evm",}]}');
    expect(await told({ ...whole, networks: './networks' })).toMatchObject([
      { severity: 'error', file: join(networks, 'b.json'), line: 2, column: 16 },
    ]);
  });

  it('reads the same in YAML', async () => {
    const yaml = 'notifications:\n  - id: h\n    type: webhook\n    url: nowhere\n';
    expect(await told(yaml, 'config.yaml')).toMatchObject([
      { path: 'notifications[0].url', line: 4, column: 10, message: expect.stringContaining('http or https URL') },
    ]);
  });

  it.each(['config.json', 'config.yaml', 'config.ndjson'])('refuses a %s of 1 GiB without reading it', async (name) => {
    const path = join(folder(), name);
    const descriptor = openSync(path, 'w');
    ftruncateSync(descriptor, 1024 * MIB);
    closeSync(descriptor);
    const before = process.memoryUsage().rss;
    expect(await validateFile(path)).toMatchObject([{ message: expect.stringContaining('is larger than') }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
  });

  it('names the limit of a document, and what has a higher one', async () => {
    const document = JSON.stringify({ plugins: [{ id: 'p', text: 'x'.repeat(16 * MIB) }] });
    expect(await told(document)).toEqual([
      { severity: 'error', path: '', message: 'is larger than 16 MiB', hint: expect.stringContaining('.ndjson') },
    ]);
  });

  it('refuses nothing but zeros at its first byte, and what is not there', async () => {
    expect(await told('\0'.repeat(MIB))).toMatchObject([{ line: 1, message: 'must be a JSON object' }]);
    expect(await validateFile(join(folder(), 'none.json'))).toMatchObject([
      { message: expect.stringContaining('cannot be read') },
    ]);
  });

  it('reads what the example says, digit by digit', () => {
    expect(readFileSync(join(EXAMPLES, 'config.json'), 'utf8')).toContain(
      `"gas_price_cap": ${String(2n ** 128n - 1n)}`,
    );
  });
});
