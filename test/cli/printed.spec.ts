import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { builtEntryPoint, endAll, runBuilt } from '../support/built-service';
import { scratchFolder } from '../support/scratch';

/** Clears a screen, writes in the other direction, ends a line, and hides what follows. */
const HARMFUL = '\u001b[2J\u202e\u009b8m\u2028\u2066';
const ESCAPED = String.raw`\u001b[2J\u202e\u009b8m\u2028\u2066`;
/** Line feeds are the program's own. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

async function printed(parameters: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const command = runBuilt(folder(), { DATABASE_URL: 'sqlite:records.db', ...settings }, parameters);
  await command.ended;
  expect(command.printed()).not.toMatch(OBEYED);
  return command.printed();
}

describe('What a terminal would obey is printed with escapes', () => {
  it('where it stands in the database, in tables and in JSON, which reads as before', async () => {
    const create = ['token', 'create', '--name', HARMFUL, '--permissions', 'relayers:read'];
    expect(await printed(create)).toContain(ESCAPED);
    expect(await printed(['token', 'list'])).toContain(ESCAPED);
    const json = await printed(['token', 'list', '--json']);
    expect(json).toContain(ESCAPED);
    expect(JSON.parse(json)).toMatchObject([{ name: HARMFUL }]);
  });

  it.each([
    [
      200,
      { success: true, data: { valid: false, findings: [{ severity: 'error', path: HARMFUL, message: HARMFUL }] } },
    ],
    [400, { success: false, data: null, message: HARMFUL, errors: [{ path: HARMFUL, message: HARMFUL }] }],
    [500, { success: false, data: null, message: HARMFUL }],
  ])('where a remote service says it, with status %d', async (status, answer) => {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    writeFileSync(join(folder(), 'config.json'), '{"relayers":[],"signers":[],"notifications":[]}');
    for (const json of [[], ['--json']]) {
      const output = await printed(['validate', 'config.json', '--url', url, ...json], { RELAYCTL_TOKEN: 'a-token' });
      expect(output).toContain(ESCAPED);
    }
    server.close();
  });
});
