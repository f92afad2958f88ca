import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { stringifyExact } from '../../src/kernel/exact-json';
import {
  type BuiltService,
  builtEntryPoint,
  endAll,
  freePort,
  runBuilt,
  startBuiltService,
} from '../support/built-service';
import { SHAPES } from '../support/configurations';
import { type Outcome, runWith } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

const TOKEN = 'a-full-access-token-of-enough-characters';

jest.setTimeout(180_000);

/** The commands run in processes of their own, and know nothing of the service but its URL and the token. */
describe('relayctl --url', () => {
  const folder = scratchFolder();
  let service: BuiltService;

  beforeAll(() => {
    builtEntryPoint();
  });
  beforeEach(async () => {
    service = await startBuiltService(folder(), { API_KEY: TOKEN, DATABASE_URL: 'sqlite:served.db' });
  });
  afterEach(endAll);

  const runAt = (url: string, parameters: readonly string[], environment: Readonly<Record<string, string>>): Outcome =>
    runWith({ RELAYCTL_TOKEN: TOKEN, ...environment }, [...parameters, '--url', url]);
  const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Outcome =>
    runAt(service.baseUrl, parameters, environment);
  const write = (content: unknown, name = 'config.json'): string => {
    const path = join(folder(), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : stringifyExact(content, 2));
    return path;
  };

  it.each([0, 1].map((index) => SHAPES[index]!))(
    'takes a file through every command: $name',
    ({ config, files, variables, secrets }) => {
      for (const [name, content] of Object.entries(files)) write(content, name);
      const path = write(config);
      expect(run(['validate', path], variables)).toMatchObject({ status: 0, stderr: '' });
      const imported = run(['import', path], variables);
      expect(imported.status).toBe(0);
      expect(imported.stdout).toMatch(/, 0 deleted, 0 unchanged\n$/);
      expect(run(['diff', path], variables).status).toBe(0);
      expect(run(['apply', path, '--prune'], variables).stdout).toMatch(/^0 created, 0 updated, 0 deleted, /);

      const exported = run(['export']);
      expect(exported.status).toBe(0);
      for (const name of Object.keys(secrets)) expect(exported.stderr).toContain(`  ${name}\n`);
      for (const secret of [TOKEN, ...Object.values(secrets)]) {
        expect(exported.stdout + exported.stderr).not.toContain(stringifyExact(secret).slice(1, -1));
      }
      const database = { DATABASE_URL: `sqlite:${join(folder(), 'served.db')}` };
      expect(runWith(database, ['export'])).toEqual(exported);
      const again = write(exported.stdout, 'export.json');
      const given = Object.fromEntries(
        exported.stderr.split('\n').flatMap((line) => {
          const [, name] = /^ {2}(\w+)$/.exec(line) ?? [];
          return name === undefined ? [] : [[name, secrets[name] ?? variables.WEBHOOK_SIGNING_KEY ?? '']];
        }),
      );
      expect(run(['diff', again, '--prune'], given)).toMatchObject({ status: 0, stderr: '' });
    },
  );

  const signer = { id: 's', type: 'local', config: { key: { type: 'env', value: 'SIGNER_KEY' } } };
  const relayer = { id: 'r', name: 'R', network: 'sepolia', network_type: 'evm', paused: false, signer_id: 's' };
  const config = { relayers: [relayer], signers: [signer] };
  const SIGNER_KEY = '1'.padStart(64, '0');

  it('tells a difference by field and by its exit code, and imports as told', () => {
    const path = write(config);
    expect(run(['diff', path, '--json'], { SIGNER_KEY })).toMatchObject({ status: 2, stderr: '' });
    expect(run(['apply', path], { SIGNER_KEY }).stdout).toMatch(/^\+ signer s\n\+ relayer r\n2 created/);
    const changed = write({
      ...config,
      relayers: [{ ...relayer, paused: true, policies: { gas_price_cap: 2n ** 100n } }],
    });
    const lines = [
      '~ relayer r',
      '    paused: false → true',
      `    policies.gas_price_cap: not set → ${String(2n ** 100n)}`,
      '0 to create, 1 to update, 0 to delete, 1 unchanged',
    ];
    expect(run(['diff', changed], { SIGNER_KEY })).toEqual({ status: 2, stdout: `${lines.join('\n')}\n`, stderr: '' });
    expect(run(['import', changed], { SIGNER_KEY })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: Already stored: signer s, relayer r\n',
    });
    expect(run(['import', changed, '--on-conflict', 'skip'], { SIGNER_KEY }).stdout).toContain('2 left alone');
    expect(run(['import', changed, '--on-conflict', 'replace'], { SIGNER_KEY }).stdout).toContain('1 updated');
    const none = write({ relayers: [] });
    expect(run(['apply', none, '--prune', '--dry-run']).stdout).toContain('1 to delete');
    expect(run(['apply', none, '--prune']).stdout).toContain('1 deleted');
    const noted = write({ $schema: 'relayers.json', ...config });
    expect(run(['diff', noted], { SIGNER_KEY }).stderr).toContain('$schema is not a known section, and is ignored\n');
  });

  it('tells faults where they are in the file: its own, and those that the service finds', () => {
    const path = write({
      relayers: [{ ...relayer, paused: 'yes', naem: 'x' }],
      signers: [
        signer,
        { id: 'k', type: 'local', config: { path: 'keys/k.json', passphrase: { type: 'env', value: 'WORDS' } } },
      ],
      notifications: [{ id: 'h', type: 'webhook', url: 'http://169.254.169.254/' }],
      networks: './networks',
    });
    write(files('sepolia-signer'), 'keys/k.json');
    write(
      { networks: [{ type: 'evm', network: 'sepolia', from: 'mainnet', rpc_urls: null }, { type: 'evm' }] },
      'networks/a.json',
    );
    const { status, stdout } = run(['validate', path], { WORDS: 'wrong' });
    expect(status).toBe(1);
    const told = stdout
      .split('\n')
      .filter((line) => !line.startsWith('  '))
      .map((line) => line.replace(folder(), ''));
    expect(told).toEqual([
      '/config.json:8:7: error: relayers[0].paused must be true or false',
      '/config.json:10:7: warning: relayers[0].naem is not a known field, and is ignored',
      '/config.json:18:9: warning: signers[0].config.key names the variable SIGNER_KEY, which is not set',
      '/config.json:28:9: error: signers[1].config.path names a file that does not open with the passphrase: keys/k.json',
      '/config.json:40:7: error: notifications[0].url must not point to a metadata service of a cloud',
      '/networks/a.json:9:5: error: networks[1].network is required',
      '/config.json cannot be used: 4 errors, 2 warnings',
      '',
    ]);
    expect(run(['apply', path], { WORDS: 'wrong' })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /:18:9: error: signers\[0\]\.config\.key names the variable SIGNER_KEY, which is not set/,
      ),
    });
    // What lies in the usual folder is read for a file that says nothing of networks, too.
    write({ networks: [{ type: 'evm', network: 'sepolia', from: 'mainnet', rpc_urls: null }] }, 'networks/a.json');
    const faulty = write({ ...config, relayers: [{ ...relayer, paused: 'yes' }] });
    expect(run(['diff', faulty], { SIGNER_KEY }).stderr).toContain(
      `${faulty}:8:7: error: relayers[0].paused must be true or false\n`,
    );
    expect(JSON.parse(run(['apply', faulty, '--json'], { SIGNER_KEY }).stdout)).toMatchObject({
      valid: false,
      findings: [{ path: 'relayers[0].paused', line: 8, column: 7 }],
    });
    expect(JSON.parse(run(['export']).stdout)).toEqual({ relayers: [], signers: [], notifications: [], plugins: [] });
  });

  it('says in one line why a service does not do it, with an exit code, and never tells the token', async () => {
    const path = write(config);
    const failed = (
      parameters: readonly string[],
      environment: Readonly<Record<string, string>> = {},
      url?: string,
    ) => {
      const { status, stdout, stderr } = runAt(url ?? service.baseUrl, parameters, { SIGNER_KEY, ...environment });
      const token = environment.RELAYCTL_TOKEN ?? '';
      expect(stdout + stderr).not.toContain(token === '' ? TOKEN : token);
      return [status, stderr.replaceAll(service.baseUrl, 'URL')];
    };
    const unused = `http://127.0.0.1:${String(await freePort())}`;
    expect(failed(['diff', path], {}, unused)).toEqual([
      69,
      expect.stringMatching(/^error: http:\S+ cannot be reached: connect ECONNREFUSED \S+\n$/),
    ]);
    expect(failed(['export'], { RELAYCTL_TOKEN: 'wrong' })).toEqual([77, 'error: URL does not accept the token\n']);
    const reader = await tokenWith('configuration:read');
    expect(failed(['diff', path], { RELAYCTL_TOKEN: reader })).toEqual([
      2,
      expect.stringContaining('warning: has secrets, which are not compared'),
    ]);
    expect(failed(['apply', path], { RELAYCTL_TOKEN: reader })).toEqual([
      77,
      expect.stringMatching(/^error: The token may not do this at URL: it needs configuration:read, .*\n$/),
    ]);
    expect(failed(['validate', path], {}, `${service.baseUrl}/docs`)).toEqual([
      76,
      'error: URL/docs has no /api/v1/configuration/validate: it may be of another version\n',
    ]);
    expect(failed(['export'], {}, 'ftp://relayers.example.com')).toEqual([
      64,
      'error: --url must be an http or https URL without credentials and query\nSee relayctl export --help\n',
    ]);
    expect(failed(['export'], { RELAYCTL_TOKEN: '' })).toEqual([
      78,
      expect.stringContaining('RELAYCTL_TOKEN: expected a token of the service'),
    ]);
    writeFileSync(join(folder(), 'token'), `${TOKEN}\n`);
    const fromFile = { RELAYCTL_TOKEN: '', RELAYCTL_TOKEN_FILE: join(folder(), 'token') };
    expect(failed(['export'], fromFile)[0]).toBe(0);
  });

  it('says that it is no such service where something else answers', async () => {
    const other = createServer((_, response) => void response.end('<h1>It works!</h1>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`;
    const command = runBuilt(folder(), { RELAYCTL_TOKEN: TOKEN }, ['export', '--url', url]);
    const status = await command.ended;
    other.close();
    expect(status).toBe(76);
    expect(command.printed()).toBe(`error: ${url} does not answer as this service does (status 200)\n`);
  });

  it('refuses a document that is too long before it asks anybody, and sends as much as NDJSON', () => {
    const plugins = Array.from({ length: 5 }, (_, index) => ({
      id: String(index),
      path: 'p.ts',
      texts: Array.from({ length: 14 }, () => 'x'.repeat(250_000)),
    }));
    const path = write(JSON.stringify({ plugins }));
    for (const command of ['validate', 'apply']) {
      const { status, stdout, stderr } = run([command, path]);
      expect(status).toBe(1);
      expect(stdout + stderr).toContain('error: is larger than 16 MiB\n');
    }
    const signers = Array.from({ length: 5 }, (_, index) => ({ ...signer, id: `s${String(index)}` }));
    const lines = [...signers.map((record) => ({ signer: record })), ...plugins.slice(1).map((plugin) => ({ plugin }))];
    const ndjson = write(lines.map((line) => stringifyExact(line)).join('\n'), 'config.ndjson');
    expect(run(['diff', ndjson]).stderr).toContain(`${ndjson}:1:47: error: signers[0].config.key names the variable`);
    expect(run(['apply', ndjson], { SIGNER_KEY }).stdout).toMatch(/^9 created|\n9 created/);
    expect(run(['export', '--format', 'ndjson']).stdout.split('\n')[1]).toContain('{"signer":{"id":"s0"');
  });

  async function tokenWith(permission: string): Promise<string> {
    const response = await fetch(`${service.baseUrl}/api/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'restricted', permissions: [permission] }),
    });
    const { data } = (await response.json()) as { readonly data: { readonly token: string } };
    return data.token;
  }
});

const files = (name: string): string => readFileSync(join(__dirname, `../../docs/examples/keys/${name}.json`), 'utf8');
