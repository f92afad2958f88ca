import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/built-service';
import { databases, type TestDatabase } from '../support/databases';
import { type Outcome, runCommand } from '../support/run-command';
import { scratchFolder } from '../support/scratch';
import { SHAPES } from '../support/configurations';

const EXAMPLE = join(root, 'docs/examples/config.json');
const secrets = SHAPES[0]!.secrets;

jest.setTimeout(180_000);

/** What the commands do on each database is tested without them: here one is enough. */
describe('relayctl', () => {
  const folder = scratchFolder();
  let database: TestDatabase;

  beforeEach(async () => (database = await databases[0]!.create()));
  afterEach(() => database.drop());

  const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Outcome =>
    runCommand(database, parameters, environment);
  const changed = (from: string, to: string): string => {
    const path = join(folder(), 'config.json');
    cpSync(join(root, 'docs/examples/keys'), join(folder(), 'keys'), { recursive: true });
    writeFileSync(path, readFileSync(EXAMPLE, 'utf8').replace(from, to));
    return path;
  };

  it('imports, exports, compares and applies the example', () => {
    expect(run(['validate', EXAMPLE])).toEqual({
      status: 0,
      stdout: `${EXAMPLE} is valid: 0 errors, 0 warnings\n`,
      stderr: '',
    });
    const imported = run(['import', EXAMPLE]);
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(imported.stdout).toMatch(/^\+ signer sepolia-signer\n/);
    expect(imported.stdout).toMatch(/\n24 created, 0 updated, 0 deleted, 0 unchanged\n$/);
    expect(run(['diff', EXAMPLE])).toMatchObject({ status: 0, stderr: '' });
    expect(run(['apply', EXAMPLE]).stdout).toBe('0 created, 0 updated, 0 deleted, 24 unchanged\n');
    expect(run(['import', EXAMPLE])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Already stored: signer'),
    });

    const { status, stdout, stderr } = run(['export', '--format', 'yaml']);
    expect(status).toBe(0);
    for (const name of Object.keys(secrets)) expect(stderr).toContain(`  ${name}\n`);
    for (const secret of Object.values(secrets)) expect(stdout + stderr).not.toContain(secret);
    const path = join(folder(), 'export.yaml');
    writeFileSync(path, stdout);
    expect(run(['diff', path, '--prune'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not set'),
    });
    expect(run(['diff', path, '--prune'], secrets)).toMatchObject({ status: 0, stderr: '' });
  });

  it('tells a difference by field, and applies it, or only tells', () => {
    run(['import', EXAMPLE]);
    const path = changed('"gas_price_cap": 9007199254740993', '"gas_price_cap": 9007199254740995');
    const lines = [
      '~ relayer polygon-relayer',
      '    policies.gas_price_cap: 9007199254740993 → 9007199254740995',
      '0 to create, 1 to update, 0 to delete, 23 unchanged',
    ];
    expect(run(['diff', path])).toEqual({ status: 2, stdout: `${lines.join('\n')}\n`, stderr: '' });
    const { status, stdout } = run(['diff', path, '--json']);
    expect(status).toBe(2);
    expect(stdout).toContain('{"path":"policies.gas_price_cap","before":9007199254740993,"after":9007199254740995}');
    expect(run(['apply', path, '--yes'])).toMatchObject({ status: 0, stdout: expect.stringContaining('1 updated') });
    expect(run(['diff', path]).status).toBe(0);
  });

  it('tells the faults of a file where editors look for them, and changes nothing', () => {
    const path = changed('"paused": true', '"paused": "yes"');
    for (const command of ['validate', 'apply']) {
      const { status, stdout, stderr } = run([command, path]);
      expect(status).toBe(1);
      const told = command === 'validate' ? stdout : stderr;
      expect(told).toContain(`${path}:25:7: error: relayers[1].paused must be true or false\n`);
      expect(told).toContain('cannot be used: 1 error, 0 warnings');
    }
    expect(JSON.parse(run(['apply', path, '--json']).stdout)).toMatchObject({
      valid: false,
      findings: [{ path: 'relayers[1].paused', line: 25, severity: 'error' }],
    });
    expect(JSON.parse(run(['export']).stdout)).toEqual({ relayers: [], signers: [], notifications: [], plugins: [] });
  });
});
