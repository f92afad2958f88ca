import { Describe, Optional, Secret, Text } from '../../../kernel/declarations';
import { EmptyIsAbsent } from '../../../kernel/empty-text';
import { HttpUrl } from '../../../kernel/http-url';
import type { SignerKind } from './signer-kind';

/** A private key that HashiCorp Vault keeps, and that the relayer fetches through an AppRole. */
export class VaultSigner {
  @Describe('URL of the Vault server.', 'https://vault.example.com:8200')
  @HttpUrl({ credentials: false })
  readonly address!: string;

  @Describe('Namespace of the key.', 'payments')
  @Text(1, 256)
  @EmptyIsAbsent()
  @Optional()
  readonly namespace?: string;

  @Describe('Role id of the AppRole.', 'not-a-role-id')
  @Text(1, 1024)
  @Secret()
  readonly role_id!: string;

  @Describe('Secret id of the AppRole.', 'not-a-secret-id')
  @Text(1, 1024)
  @Secret()
  readonly secret_id!: string;

  @Describe('Name of the key.', 'treasury')
  @Text(1, 256)
  readonly key_name!: string;

  @Describe("Mount point of the secrets engine; without it, the relayer's default.", 'secret')
  @Text(1, 256)
  @EmptyIsAbsent()
  @Optional()
  readonly mount_point?: string;
}

export const vaultExample = {
  address: 'https://vault.example.com:8200',
  namespace: 'payments',
  role_id: 'not-a-role-id',
  secret_id: 'not-a-secret-id',
  key_name: 'treasury',
  mount_point: 'secret',
};

export const vault: SignerKind<VaultSigner> = {
  type: 'vault',
  title: 'HashiCorp Vault',
  config: VaultSigner,
  networkTypes: ['evm', 'solana', 'stellar'],
  examples: {
    good: [
      vaultExample,
      { ...vaultExample, namespace: null, mount_point: null },
      { ...vaultExample, namespace: '', mount_point: '' },
    ],
    bad: [
      {
        config: { ...vaultExample, address: 'https://root:token@vault.example.com', role_id: '', secret_id: null },
        faults: [
          { path: 'address', message: 'must be a URL without a user name or password' },
          { path: 'role_id', message: 'must be a string of 1 to 1024 characters' },
          { path: 'secret_id', message: 'is required' },
        ],
      },
      {
        config: { ...vaultExample, pubkey: 'x', key_name: ['treasury'] },
        faults: [
          { path: 'pubkey', message: 'is not a known field' },
          { path: 'key_name', message: 'must be a string of 1 to 256 characters' },
        ],
      },
    ],
  },
};
