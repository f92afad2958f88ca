import {
  builtEntryPoint,
  endAll,
  freePort,
  runBuilt,
  runOnTerminal,
  startBuiltService,
} from '../support/built-service';
import { printedInTime } from '../support/printed-in-time';
import { scratchFolder } from '../support/scratch';

const API_KEY = 'a-full-access-token-of-enough-characters';

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

describe('what a start tells', () => {
  it('is how to make another token, where it is not the first one', async () => {
    const first = await startBuiltService(folder(), {});
    await first.stop();
    expect(first.printed()).not.toContain('token create');
    const second = await startBuiltService(folder(), {});
    await second.stop();
    const shown = /"newToken":"node \S+\/dist\/src\/main\.js (.+?)"/.exec(second.printed())?.[1];
    expect(shown).toBe("token create --name me --permissions '*'");
    const third = runOnTerminal(folder(), { PORT: String(await freePort()) });
    const printed = await printedInTime(third.printed, /Another token .*/);
    expect(printed).toMatch(/Another token +node \S+ token create --name me --permissions '\*'/);
    third.kill('SIGTERM');
    await third.ended;
    const create = runBuilt(folder(), {}, ['token', 'create', '--name', 'me', '--permissions', '*']);
    expect(await create.ended).toBe(0);
    expect(create.printed()).toMatch(/\brms_[\w-]+/);
  });

  it('is, once, which variables look like settings and are none', async () => {
    const service = await startBuiltService(folder(), {
      API_KEY,
      PORTT: '1',
      DATABASE_URI: 'a-secret',
      SOMETHING: 'x',
    });
    await service.stop();
    const told = service
      .printed()
      .split('\n')
      .filter((line) => line.includes('"nearest"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toEqual([
      expect.objectContaining({ variable: 'PORTT', nearest: 'PORT' }),
      expect.objectContaining({ variable: 'DATABASE_URI', nearest: 'DATABASE_URL' }),
    ]);
    expect(service.printed()).not.toContain('a-secret');
    for (const [wrong, code] of [
      [{}, 0],
      [{ LOG_LEVEL: 'loud' }, 78],
    ] as const) {
      const command = runBuilt(folder(), { ...wrong, DATABASE_URI: 'a-secret' }, ['migrate']);
      expect(await command.ended).toBe(code);
      const told = 'warning: DATABASE_URI is no setting and changes nothing; did you mean DATABASE_URL?\n';
      expect(command.printed().split(told)).toHaveLength(2);
    }
  });
});
