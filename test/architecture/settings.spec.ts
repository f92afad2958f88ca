import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientSettings } from '../../src/settings/client-settings';
import { readSettings } from '../../src/settings/read-settings';
import { settingsOf } from '../../src/settings/setting.decorator';
import { Settings } from '../../src/settings/settings';
import { root } from '../support/built-service';

const ofService = settingsOf(Settings);
const declared = [...ofService, ...settingsOf(ClientSettings)].map(({ name }) => name);

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** The default beside each name: `#HOST=127.0.0.1`. */
const example = new Map(
  [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, text]) => [name, text]),
);

/** Names and defaults of each row of the table in the README: several names of a row have as many defaults. */
const table = new Map(
  [...read('README.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|([^|]*)\|/gm)].flatMap(([, names, defaults]) => {
    const texts = codesIn(defaults!);
    return codesIn(names!).map((name, index) => [name, texts[index] ?? ''] as const);
  }),
);

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

/** What a setting is where the environment says no more than that; who named the default database does not matter. */
function valueOf(path: string, environment: NodeJS.ProcessEnv): string {
  const settings: object = readSettings(environment);
  const value = path.split('.').reduce<unknown>((from, name) => (from as Record<string, unknown>)[name], settings);
  return value === undefined ? 'none' : JSON.stringify(value).replace(/,"isDefault":(true|false)/, '');
}

describe.each([
  ['.env.example', example],
  ['README.md', table],
])('%s', (_, described) => {
  it('names every setting that is declared, and no other', () => {
    expect([...described.keys()].sort()).toEqual([...declared].sort());
  });

  it.each(ofService.map(({ name, path }) => [name, path]))('has the default of %s', (name, path) => {
    expect(valueOf(path, { [name]: described.get(name) })).toEqual(valueOf(path, {}));
  });
});

it('finds defaults that are not those of the class', () => {
  expect(valueOf('port', { PORT: '8081' })).not.toEqual(valueOf('port', {}));
});

describe('The examples of settings', () => {
  const examples = ofService.filter(({ name }) => !['API_KEY', 'STORAGE_ENCRYPTION_KEY'].includes(name));

  it.each(examples.map(({ name, example: text }) => [name, text]))('can be used: %s=%s', (name, text) => {
    expect(() => readSettings({ [name]: text })).not.toThrow();
  });
});
