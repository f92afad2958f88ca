import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { relayctl } from '../../src/cli/command-line';
import { EX_USAGE, EXIT_CODES } from '../../src/cli/exit-codes';
import type { RelayctlCommand } from '../../src/cli/relayctl-command';
import { builtEntryPoint, endAll, root, runBuilt } from '../support/built-service';
import { runWith } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

const WITHOUT_SERVICE = { NODE_OPTIONS: `--require ${resolve(__dirname, '../support/without-service.cjs')}` };

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

const everyCommand = (command: RelayctlCommand): RelayctlCommand[] => [
  command,
  ...command.commands.flatMap((one) => everyCommand(one as RelayctlCommand)),
];
const commands = everyCommand(relayctl());
const leaves = commands.filter(({ commands: { length } }) => length === 0);
const named = (list: readonly RelayctlCommand[]) => list.map((command) => [command.fullName, command] as const);

describe('The help of', () => {
  it.each(named(commands))('%s is printed without loading the service', (name) => {
    const { status, stdout, stderr } = runWith(WITHOUT_SERVICE, [...name.split(' ').slice(1), '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${name}`);
    expect(stdout).toMatch(/^Exit codes:\n {2}0 /m);
  });

  it.each(named(leaves))('%s ends with examples that are accepted, and with its exit codes', (name, command) => {
    expect(command.shown.length).toBeGreaterThan(0);
    for (const [line] of command.shown) {
      // Of a line of a shell, what the program gets.
      const [, called = ''] = /(?:^|[ (])(relayctl(?: [^>)]*)?)/.exec(line) ?? [];
      const words = called.trim().replaceAll("'", '').split(' ').slice(1);
      expect(name).toBe(['relayctl', ...words].join(' ').startsWith(name) ? name : 'relayctl serve');
      // What it accepts it begins to work on, and then misses the service, the file or the token.
      expect({ line, status: runWith(WITHOUT_SERVICE, words).status }).not.toMatchObject({ status: EX_USAGE });
    }
    expect([...command.ends.keys()]).toEqual(expect.arrayContaining([0, 64, 70, 141]));
  });
});

describe('The exit codes', () => {
  const table = [
    ...readFileSync(join(root, 'docs/guides/command-line.md'), 'utf8').matchAll(/^\| (\d+) +\| (.*?) +\|/gm),
  ];

  it('are in one table of the documents, each as the help of relayctl has it', () => {
    expect(Object.fromEntries(table.map(([, code, meaning]) => [code, meaning]))).toEqual(EXIT_CODES);
  });

  it('of every command are among them', () => {
    for (const { ends } of leaves)
      expect(Object.keys(EXIT_CODES).map(Number)).toEqual(expect.arrayContaining([...ends.keys()]));
  });
});

describe('The version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

  it.each(['version', '--version', '-V'])('is printed by relayctl %s, without loading the service', (word) => {
    expect(runWith(WITHOUT_SERVICE, [word])).toEqual({ status: 0, stdout: `relayctl ${version}\n`, stderr: '' });
  });
});

describe('Every fault of a command line', () => {
  it.each([
    [['tokn', 'list'], ["unknown command 'tokn' (did you mean token?)"], 'relayctl'],
    [['token', 'crate'], ["unknown command 'crate' (did you mean create?)"], 'relayctl token'],
    [['--verison'], ["unknown option '--verison' (did you mean --version?)"], 'relayctl'],
    [['serve', 'now'], ['too many arguments: 0 expected, 1 given'], 'relayctl serve'],
    [
      ['token', 'create', '--name', 'me', '--permissions', '*', 'package.json', 'src'],
      ["too many arguments: 0 expected, 2 given, which are files: a * has to be quoted, as in --permissions '*'"],
      'relayctl token create',
    ],
    [['help', 'aply'], ["unknown command 'aply' (did you mean apply?)"], 'relayctl'],
    [
      ['completion', 'basj'],
      ["argument 'shell' must be one of bash, zsh, fish (did you mean bash?)"],
      'relayctl completion',
    ],
    [
      ['import', '--on-conflict', 'skp', '--url', 'ftp://x', '--jsn', '--json=yes'],
      [
        '--on-conflict must be one of fail, skip, replace (did you mean skip?)',
        '--url must be an http or https URL without credentials and query',
        "unknown option '--jsn' (did you mean --json?)",
        "option '--json' takes no value",
        "missing required argument 'file'",
      ],
      'relayctl import',
    ],
    [
      ['token', 'create', '--nam', 'ci', '--permissions', 'relayers:reed', '--relayers', 'a b', '--expires', 'soon'],
      [
        "unknown option '--nam' (did you mean --name?)",
        '--expires must be an instant in ISO 8601, such as 2030-01-31T12:00:00Z, or a time from now in m, h, d or w, such as 30d',
        expect.stringMatching(/^--permissions must be one of relayers:read, /),
        '--relayers must be 1 to 36 characters of A-Z a-z 0-9 - _',
      ],
      'relayctl token create',
    ],
    [
      ['token', 'create'],
      [/--name <name>/, /--permissions <list>/].map((flags): unknown => expect.stringMatching(flags)),
      'relayctl token create',
    ],
    [['export', '--format'], ["option '--format <format>' needs a value"], 'relayctl export'],
  ])('is named at once, for %j', (parameters, faults, command) => {
    const { status, stdout, stderr } = runWith(WITHOUT_SERVICE, parameters);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.slice(0, -1).map((line) => line.replace(/^error: /, ''))).toEqual(faults);
    expect(lines.at(-1)).toBe(`See ${command} --help`);
  });

  it('is looked for nowhere where help is asked for', () => {
    expect(runWith({}, ['token', 'create', '--nam', '--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(runWith({}, ['help', 'token', 'create']).stdout).toContain('Usage: relayctl token create');
  });

  it('is that of a command that is missing', () => {
    const { status, stdout, stderr } = runWith({}, ['token']);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain('Usage: relayctl token');
  });
});

describe('On a running service, without loading another one,', () => {
  const folder = scratchFolder();
  const plan = { changes: [], unchanged: 0, extra: 0, skipped: 0, digest: 'x', warnings: [] };
  const data = { configuration: { relayers: [] }, variables: [], valid: true, findings: [], ...plan };

  it.each([
    ['validate', resolve(root, 'docs/examples/config.json')],
    ['diff', resolve(root, 'docs/examples/config.json')],
    ['import', resolve(root, 'docs/examples/config.json')],
    ['apply', resolve(root, 'docs/examples/config.json')],
    ['export'],
  ])('relayctl %s works', async (...parameters) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: true, data, error: '' }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const settings = { ...WITHOUT_SERVICE, RELAYCTL_TOKEN: 'a-token' };
    const command = runBuilt(folder(), settings, [...parameters, '--url', url]);
    expect({ ended: await command.ended, printed: command.printed() }).toMatchObject({ ended: 0 });
    server.close();
  });
  afterEach(endAll);
});

describe('Where nobody reads the output to its end', () => {
  it.each(['help', 'completion bash', 'openapi'])(
    'relayctl %s ends without a word, as a program that SIGPIPE ended',
    (line) => {
      const shell = `${process.execPath} ${builtEntryPoint()} ${line} | head -c 1; echo " \${PIPESTATUS[0]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', shell], { encoding: 'utf8', timeout: 60_000 });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^. (0|141)\n$/);
    },
  );

  it('a closed output is told by the exit code', () => {
    // Reads nothing, and is gone before the first word.
    const shell = `exec 3> >(exec true); wait $!; ${process.execPath} ${builtEntryPoint()} --help >&3; echo $?`;
    const { stdout, stderr } = spawnSync('bash', ['-c', shell], { encoding: 'utf8', timeout: 60_000 });
    expect({ stdout, stderr }).toEqual({ stdout: '141\n', stderr: '' });
  });
});
