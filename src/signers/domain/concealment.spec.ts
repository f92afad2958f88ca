import { Describe, ListOf, Nested, Optional, Secret, Text } from '../../kernel/declarations';
import { validate } from '../../kernel/validation';
import { conceal, reveal, secretPaths } from './concealment';
import { SignerKinds } from './kinds';

class Login {
  @Text(1, 9)
  readonly user!: string;

  @Text(1, 9)
  @Secret()
  readonly password!: string;

  @Text(1, 9)
  @Secret()
  @Optional()
  readonly pin?: string;
}

class Vaults {
  @Nested(() => Login)
  readonly main!: Login;

  @ListOf(() => Login, 5)
  @Optional()
  readonly others?: readonly Login[];
}

class Odd {
  @Describe('A secret that is not a text.', 5)
  @Nested(() => Login)
  @Secret()
  readonly login!: Login;
}

const { value: vaults } = validate(Vaults, {
  main: { user: 'ann', password: 'apple' },
  others: [{ user: 'bob', password: 'berry', pin: '1234' }],
});

it('names the secrets of a shape, those inside objects and lists too', () => {
  expect(secretPaths(Vaults)).toEqual(['main.password', 'main.pin', 'others[].password', 'others[].pin']);
});

it('takes the secrets of a configuration out of it', () => {
  expect(conceal(Vaults, vaults)).toEqual({
    open: { main: { user: 'ann' }, others: [{ user: 'bob' }] },
    secrets: new Map([
      ['main.password', 'apple'],
      ['others[0].password', 'berry'],
      ['others[0].pin', '1234'],
    ]),
  });
  expect(vaults.main.password).toBe('apple');
});

it('puts them back', () => {
  expect(reveal(Vaults, conceal(Vaults, vaults))).toEqual(JSON.parse(JSON.stringify(vaults)));
});

it('refuses a secret that is not a text, without showing it', () => {
  const odd = Object.assign(new Odd(), { login: { user: 'ann', password: 'apple' } });
  expect(() => conceal(Odd, odd)).toThrow(new Error('The secret login is not a text'));
});

it.each([
  ['local', ['key']],
  ['aws_kms', []],
  ['google_cloud_kms', ['private_key', 'private_key_id', 'client_email'].map((name) => `service_account.${name}`)],
  ['azure_key_vault', ['client_secret']],
  ['vault', ['role_id', 'secret_id']],
  ['vault_transit', ['role_id', 'secret_id']],
  ['turnkey', ['api_private_key']],
  ['cdp', ['api_key_secret', 'wallet_secret']],
])('knows the secrets of the type %s', (type, paths) => {
  const kind = new SignerKinds().find(type);
  expect(kind && secretPaths(kind.config)).toEqual(paths);
});
