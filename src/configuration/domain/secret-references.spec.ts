import { ReferenceResolver, RefusingResolver } from './reference-resolver';
import { plainTexts, resolveVariables, type Referable, type Resolving, secretAt } from './secret-references';

const VARIABLES: Readonly<Record<string, string>> = { A_KEY: 'a secret', EMPTY: '', API_KEY: 'a setting' };
const HINT = 'write {"type": "env", "value": "NAME"} or {"type": "plain", "value": "…"}';

/** Refers to given variables, of which one is a setting. */
class GivenVariables extends ReferenceResolver {
  override readonly refusal = undefined;

  override variable(name: string): string | undefined {
    return VARIABLES[name];
  }

  override isSetting(name: string): boolean {
    return name === 'API_KEY';
  }

  override async file(): Promise<undefined> {
    return undefined;
  }

  override async folder(): Promise<undefined> {
    return undefined;
  }
}

const env = (value: unknown, more: object = {}) => ({ type: 'env', value, ...more });
const plain = (value: unknown, more: object = {}) => ({ type: 'plain', value, ...more });

const KEY = 'config.key';
const REFERABLE: Referable = { secrets: new Set([KEY, 'config.maybe']), texts: new Set(['config.id']) };
const MAY_BE_EMPTY: Referable = { ...REFERABLE, empty: new Set([KEY]) };

describe('resolveVariables', () => {
  const resolve = (
    value: unknown,
    {
      path = KEY,
      referable = REFERABLE,
      ...resolving
    }: Partial<Resolving> & { readonly path?: string; readonly referable?: Referable } = {},
  ) => resolveVariables(value, path, referable, { resolver: new GivenVariables(), secrets: 'needed', ...resolving });
  const unchanged = (value: unknown) => ({ value, issues: [], settled: [] });

  it.each(['config.key', 'config.id'])('puts the value of a variable at %s, and says which it was', (path) => {
    expect(resolve(env('A_KEY', { note: 1 }), { path })).toEqual(
      unchanged(plain('a secret', { note: 1, variable: 'A_KEY' })),
    );
  });

  it('resolves every member of what is no reference', () => {
    const config = { key: env('A_KEY'), id: env('MISSING'), other: { key: env('A_KEY') }, left: 'x' };
    expect(resolve(config, { path: 'config' })).toEqual({
      value: { ...config, key: plain('a secret', { variable: 'A_KEY' }) },
      issues: [
        {
          severity: 'error',
          path: 'config.id',
          message: 'names the variable MISSING, which is not set',
          hint: 'set MISSING',
        },
      ],
      settled: ['config.id', 'config.id'],
      variables: {},
    });
  });

  it.each([
    ['what is no object', 'A_KEY'],
    ['a list', [env('A_KEY')]],
  ])('leaves %s as it is', (_, value) => {
    expect(resolve(value)).toEqual(unchanged(value));
  });

  it.each([
    ['a text that is given', plain('A_KEY')],
    ['an unknown type', { type: 'file', value: 'A_KEY' }],
    ['a name that is no text', env(7)],
    ['no name', env('')],
  ])('looks for no variable where a reference has %s', (_, value) => {
    expect(resolve(value)).toMatchObject({ value, issues: [], settled: [] });
  });

  it('puts no variable where nothing secret is, which is answered to whoever may read', () => {
    expect(resolve(env('A_KEY'), { path: 'config.region' })).toEqual(unchanged(env('A_KEY')));
  });

  it.each(['needed', 'wanted', 'ignored'] as const)('refuses what callers refer to, also where it is %s', (secrets) => {
    const resolver = new RefusingResolver();
    expect(resolve(env('A_KEY'), { resolver, secrets })).toEqual({
      value: env('A_KEY'),
      issues: [
        {
          severity: 'error',
          path: KEY,
          message: 'must be plain: the service does not read its own environment and files for its callers',
          hint: 'relayctl --url resolves it where it runs',
        },
      ],
      settled: [KEY, KEY],
    });
  });

  it('looks for nothing where secrets are ignored', () => {
    const reference = env('API_KEY');
    expect(resolve(reference, { secrets: 'ignored' })).toEqual({ value: reference, issues: [], settled: [KEY] });
  });

  it.each(['needed', 'wanted'] as const)('reads no setting of the service, where secrets are %s', (secrets) => {
    expect(resolve(env('API_KEY'), { secrets })).toEqual({
      value: env('API_KEY'),
      issues: [
        {
          severity: 'error',
          path: KEY,
          message: 'names API_KEY, which is a setting of the service: a file may not read it',
          hint: 'give the secret a variable of its own',
        },
      ],
      settled: [KEY, KEY],
    });
  });

  it.each([
    ['needed', 'MISSING', 'not set', 'error', 'set MISSING'],
    ['wanted', 'MISSING', 'not set', 'warning', 'set MISSING where the file is applied'],
    ['needed', 'EMPTY', 'set and empty', 'error', 'set EMPTY'],
    ['wanted', 'EMPTY', 'set and empty', 'warning', 'set EMPTY where the file is applied'],
  ] as const)('where secrets are %s, says of %s that it is %s', (secrets, name, state, severity, hint) => {
    expect(resolve(env(name), { secrets })).toEqual({
      value: env(name),
      issues: [{ severity, path: KEY, message: `names the variable ${name}, which is ${state}`, hint }],
      settled: [KEY, KEY],
    });
  });

  it('warns of an empty variable where a text may be empty, and of one that is not set all the same', () => {
    expect(resolve(env('EMPTY'), { referable: MAY_BE_EMPTY })).toEqual({
      value: plain(''),
      issues: [{ severity: 'warning', path: KEY, message: 'names the variable EMPTY, which is set and empty' }],
      settled: [],
    });
    expect(resolve(env('MISSING'), { referable: MAY_BE_EMPTY }).issues).toMatchObject([{ severity: 'error' }]);
    const elsewhere = resolve(env('EMPTY'), { referable: MAY_BE_EMPTY, path: 'config.maybe' });
    expect(elsewhere.issues).toMatchObject([{ severity: 'error' }]);
  });
});

describe('plainTexts', () => {
  const texts = (value: unknown, path = KEY, referable = REFERABLE) => plainTexts(value, path, referable);
  const isRefused = (path: string, message: string) => ({
    value: undefined,
    issues: [{ severity: 'error', path, message, hint: HINT }],
    settled: [KEY, path],
  });

  it.each([undefined, null])('leaves %s as it is', (value) => {
    expect(texts(value)).toEqual({ value, issues: [], settled: [] });
  });

  it('puts texts in the place of references, and says which variables they came from', () => {
    const config = {
      key: plain('a secret', { variable: 'A_KEY', passphrase: 'A_PASSPHRASE' }),
      id: plain('an id'),
      region: 'eu',
    };
    expect(texts(config, 'config')).toEqual({
      value: { key: 'a secret', id: 'an id', region: 'eu' },
      issues: [],
      settled: [],
      variables: { [KEY]: 'A_KEY', 'config.passphrase': 'A_PASSPHRASE' },
    });
  });

  it.each([7, '', 'A=B', 'A\0B', 'x'.repeat(256), { name: 'A_KEY' }])('takes %j for no name of a variable', (name) => {
    expect(texts(plain('a secret', { variable: name, passphrase: name }))).toEqual({
      value: 'a secret',
      issues: [],
      settled: [],
      variables: {},
    });
  });

  it('takes a name of 255 characters', () => {
    const variable = 'x'.repeat(255);
    expect(texts(plain('a secret', { variable })).variables).toEqual({ [KEY]: variable });
  });

  it.each([env('A_KEY'), plain('a secret')])('takes no reference where no text may be one: %j', (reference) => {
    expect(texts(reference, 'config.region')).toEqual({
      value: undefined,
      issues: [
        { severity: 'error', path: 'config.region', message: 'must be written as it is: no reference is taken here' },
      ],
      settled: ['config.region', 'config.region'],
    });
  });

  it.each([{ type: 'plain' }, { type: 'other', value: 'x' }, { value: 'x' }])(
    'leaves what is no reference as it is: %j',
    (value) => {
      expect(texts(value, 'config.region').value).toEqual(value);
    },
  );

  it.each(['a secret', 7, ['a secret'], true])('takes nothing but a reference for a secret: %j', (value) => {
    expect(texts(value)).toEqual(isRefused(KEY, 'must be a reference to a secret'));
  });

  it.each([
    [{ type: 'file', value: 'x' }, `${KEY}.type`, 'must be one of env, plain'],
    [{ value: 'x' }, `${KEY}.type`, 'must be one of env, plain'],
    [plain(7), `${KEY}.value`, 'must be a text that is not empty'],
    [plain(''), `${KEY}.value`, 'must be a text that is not empty'],
    [env(undefined), `${KEY}.value`, 'must be a text that is not empty'],
  ])('refuses the reference %j', (reference, path, message) => {
    const refused = isRefused(path, message);
    const [issue] = refused.issues;
    expect(texts(reference)).toEqual({
      ...refused,
      issues: [{ ...issue, message: expect.stringContaining(message) as string }],
    });
  });

  it('takes an empty text where one may be', () => {
    expect(texts(plain(''), KEY, MAY_BE_EMPTY)).toMatchObject({ value: '', issues: [] });
    expect(texts(plain(7), KEY, MAY_BE_EMPTY)).toMatchObject({ value: undefined, settled: [KEY, `${KEY}.value`] });
    expect(texts(plain(''), 'config.maybe', MAY_BE_EMPTY).issues).toMatchObject([{ severity: 'error' }]);
  });

  it('has nothing for a variable that could not be had, which is said before', () => {
    expect(texts(env('A_KEY'))).toEqual({ value: undefined, issues: [], settled: [KEY] });
  });

  it('warns of what is unknown in a reference', () => {
    expect(texts(plain('a secret', { note: 1 }))).toEqual({
      value: 'a secret',
      issues: [
        { severity: 'warning', path: `${KEY}.note`, message: 'is not a known field, and is ignored', hint: HINT },
      ],
      settled: [],
      variables: {},
    });
  });
});

it('names one secret', () => {
  expect(secretAt(KEY)).toEqual({ secrets: new Set([KEY]), texts: new Set() });
});
