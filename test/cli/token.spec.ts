import { databases, onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp, TEST_KEY } from '../support/open-app';
import { type Outcome, runCommand } from '../support/run-command';

interface Token {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CREATE = ['token', 'create', '--name', 'a test', '--permissions', 'relayers:read'];

/** `relayctl` on a database that a running service has open, for the tests of a describe block. */
function besideService(create: () => Promise<TestDatabase>) {
  let database: TestDatabase;
  let service: OpenApp;
  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
  }, 180_000);
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const run = (...parameters: string[]): Outcome =>
    runCommand(database, parameters, { STORAGE_ENCRYPTION_KEY: `test:${TEST_KEY.toString('base64')}` });
  const json = (...parameters: string[]): never => {
    const { status, stdout, stderr } = run(...parameters, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as never;
  };
  const statusWith = async (token: string, path = '/api/v1/relayers'): Promise<number> =>
    (await service.call('GET', path, undefined, { authorization: `Bearer ${token}` })).status;
  const total = async (): Promise<number> =>
    (await service.call('GET', '/api/v1/tokens?per_page=0')).json.pagination!.total_items;
  return { run, json, statusWith, total };
}

onEachDatabase('relayctl token', (create) => {
  const { run, json, statusWith } = besideService(create);

  it('creates a token that the running service accepts, and lets it do what it may', async () => {
    const created: Token = json(...CREATE, '--relayers', 'one,two', '--expires', '2099-01-01T00:00:00Z');
    expect(created).toMatchObject({
      name: 'a test',
      permissions: ['relayers:read'],
      relayers: ['one', 'two'],
      expires_at: '2099-01-01T00:00:00.000Z',
      revoked_at: null,
    });
    expect(await statusWith(created.token)).toBe(200);
    expect(await statusWith(created.token, '/api/v1/signers')).toBe(403);
  });

  it('lists tokens as a table and as JSON, in the order of creation', () => {
    const active: Token = json(...CREATE);
    const revoked: Token = json(...CREATE);
    json('token', 'revoke', revoked.id);
    const { status, stdout } = run('token', 'list');
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID +NAME +STATE +PERMISSIONS +RELAYERS +CREATED +EXPIRES +LAST USED$/);
    expect(lines.at(-2)).toMatch(new RegExp(`^${active.id} +a test +active +relayers:read +all +\\S+ +never +never$`));
    expect(lines.at(-1)).toMatch(new RegExp(`^${revoked.id} +a test +revoked `));
    expect(new Set(lines.map((line) => line.search(/\bactive\b|\brevoked\b|STATE/))).size).toBe(1);
    const listed: Token[] = json('token', 'list');
    expect(listed.map(({ id }) => id).slice(-2)).toEqual([active.id, revoked.id]);
    expect(JSON.stringify(listed)).not.toContain('"token"');
  });

  it('ends a token in the running service at once', async () => {
    const created: Token = json(...CREATE);
    expect(await statusWith(created.token)).toBe(200);
    const { status, stdout } = run('token', 'revoke', created.id);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `Token ${created.id} is revoked\n` });
    expect(await statusWith(created.token)).toBe(401);
    const again: Token = json('token', 'revoke', created.id);
    expect(again.revoked_at).not.toBeNull();
    expect(run('token', 'rotate', created.id)).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: Token with ID ${created.id} is revoked\n`,
    });
  });

  it('gives a token another text, at once in the running service', async () => {
    const created: Token = json(...CREATE);
    const rotated: Token = json('token', 'rotate', created.id);
    expect(rotated.id).toBe(created.id);
    expect(await statusWith(created.token)).toBe(401);
    expect(await statusWith(rotated.token)).toBe(200);
  });
});

describe('relayctl token', () => {
  const { run, json, total } = besideService(databases[0]!.create);

  it('takes permissions one by one or separated by commas, and a time from now', () => {
    const before = Date.now();
    const created: Token = json(...CREATE, '--permissions', 'signers:read,signers:write', '--expires', '30d');
    expect(created).toMatchObject({ permissions: ['relayers:read', 'signers:read', 'signers:write'] });
    const expiry = Date.parse(created.expires_at!);
    expect(expiry).toBeGreaterThanOrEqual(before + 30 * DAY_MS);
    expect(expiry).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS);
  });

  it('shows a person the token this once, and nothing that a terminal would obey', () => {
    const { status, stdout, stderr } = run(...CREATE, '--name', 'red \u001b[31m name');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, text = ''] = /^token, shown only this once +(rms_\S+)$/m.exec(stdout) ?? [];
    expect(text).toMatch(/^rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
    expect(stdout).toMatch(/^name +red \\u001b\[31m name$/m);
    expect(stdout).not.toContain('\u001b');
    expect(run('token', 'list').stdout).not.toContain(text);
  });

  it('fails for a token that there is not', () => {
    for (const verb of ['revoke', 'rotate']) {
      const { status, stdout, stderr } = run('token', verb, 'none');
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: 'error: Token with ID none not found\n',
      });
    }
  });

  it.each([
    [['token', 'create', '--name', 'a'], ["required option '--permissions <list>' not specified"]],
    [['token', 'create', '--permissions', '*'], ["required option '--name <name>' not specified"]],
    [[...CREATE, '--permissions', 'all'], ['--permissions must be one of relayers:read, ']],
    [[...CREATE, '--permissions', ''], ['--permissions must be one of relayers:read, ']],
    [[...CREATE, '--name', ''], ['--name must be a string of 1 to 255 characters']],
    [[...CREATE, '--relayers', 'a b,c!'], ['--relayers must be 1 to 36 characters of A-Z a-z 0-9 - _']],
    [[...CREATE, '--expires', ''], ['--expires must be an instant in ISO 8601']],
    [[...CREATE, '--expires', '30 days'], ['--expires must be an instant in ISO 8601']],
    [[...CREATE, '--expires', '2020-01-01T00:00:00Z'], ['--expires must be in the future']],
    [
      [...CREATE, '--name', '', '--permissions', 'x', '--relayers', ''],
      ['--name must', '--permissions must', '--relayers must'],
    ],
    [['token', 'list', '--yaml'], ["unknown option '--yaml'"]],
    [['token', 'revoke'], ["missing required argument 'id'"]],
    [['token', 'bogus'], ["unknown command 'bogus'"]],
  ])('refuses %j as wrong usage, and changes nothing', async (parameters, rules) => {
    const before = await total();
    const { status, stdout, stderr } = run(...parameters);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => !/^See relayctl token.* --help$/.test(line))).toEqual(
      rules.map((rule): unknown => expect.stringMatching(/^error: /) && expect.stringContaining(rule)),
    );
    expect(await total()).toBe(before);
  });
});

describe('relayctl', () => {
  const nowhere: TestDatabase = {
    settings: { kind: 'sqlite', path: '/nonexistent', isDefault: false },
    drop: () => Promise.resolve(),
  };

  it('shows its help where it is asked to, as no failure', () => {
    const { status, stdout } = runCommand(nowhere, ['token', 'create', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('--permissions <list>');
  });

  it('names the setting that cannot be used', () => {
    const { status, stderr } = runCommand(nowhere, ['token', 'list'], { API_KEY: 'short' });
    expect(status).toBe(78);
    expect(stderr).toContain('API_KEY: expected at least 32 visible characters');
  });
});
