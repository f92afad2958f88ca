import { Describe, Optional, Secret, Text } from '../../../kernel/declarations';
import { EmptyIsAbsent } from '../../../kernel/empty-text';
import { OneOf } from '../../../kernel/one-of';
import { HttpUrl } from '../../../kernel/http-url';
import type { SignerKind } from './signer-kind';

const AUTH_TYPES = ['client_secret', 'managed_identity', 'workload_identity'] as const;

type AuthType = (typeof AUTH_TYPES)[number];

/**
 * What each way of authenticating cannot do without. A managed identity may be the machine's own, and the file of a
 * workload identity's token is otherwise named by its environment.
 */
const REQUIRED = {
  client_secret: ['tenant_id', 'client_id', 'client_secret'],
  managed_identity: [],
  workload_identity: ['tenant_id', 'client_id'],
} satisfies Record<AuthType, readonly (keyof AzureKeyVaultSigner)[]>;

// The tenant of the Azure documentation.
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const CLIENT = '00000000-0000-4000-8000-000000000001';

/** A key in Azure Key Vault. */
export class AzureKeyVaultSigner {
  @Describe('How the relayer authenticates; without it, with a client secret.', 'client_secret')
  @OneOf(AUTH_TYPES)
  @Optional()
  readonly auth_type: AuthType = 'client_secret';

  @Describe('Tenant of the application or identity.', TENANT)
  @Text(1, 128)
  @EmptyIsAbsent()
  @Optional()
  readonly tenant_id?: string;

  @Describe('Client id of the application or identity.', CLIENT)
  @Text(1, 128)
  @Optional()
  readonly client_id?: string;

  @Describe('Secret of the application.', 'not-a-secret')
  @Text(1, 1024)
  @EmptyIsAbsent()
  @Secret()
  @Optional()
  readonly client_secret?: string;

  @Describe("File that holds the workload identity's token.", '/var/run/secrets/azure/tokens/azure-identity-token')
  @Text(1, 4096)
  @EmptyIsAbsent()
  @Optional()
  readonly federated_token_file?: string;

  @Describe('URL of the vault.', 'https://relayers.vault.azure.net')
  @HttpUrl({ credentials: false })
  readonly vault_url!: string;

  @Describe('Name of the key.', 'treasury')
  @Text(1, 128)
  readonly key_name!: string;

  @Describe('Version of the key; without it, the latest.', '0123456789abcdef0123456789abcdef')
  @Text(1, 128)
  @EmptyIsAbsent()
  @Optional()
  readonly key_version?: string;
}

const vault = { vault_url: 'https://relayers.vault.azure.net', key_name: 'treasury' };
const clientSecret = { tenant_id: TENANT, client_id: CLIENT, client_secret: 'not-a-secret' };

export const azureKeyVault: SignerKind<AzureKeyVaultSigner> = {
  type: 'azure_key_vault',
  title: 'Azure Key Vault',
  config: AzureKeyVaultSigner,
  networkTypes: ['evm'],
  inFiles: { references: ['tenant_id', 'client_id', 'federated_token_file'] },
  check(config) {
    if (!AUTH_TYPES.includes(config.auth_type)) return [];
    const missing = REQUIRED[config.auth_type].filter((name) => config[name] === undefined);
    return missing.map((path) => ({ path, message: `is required where auth_type is ${config.auth_type}` }));
  },
  examples: {
    good: [
      {
        auth_type: 'client_secret',
        ...clientSecret,
        ...vault,
        key_version: '0123456789abcdef0123456789abcdef',
      },
      { ...clientSecret, ...vault },
      { auth_type: 'managed_identity', ...vault },
      { auth_type: 'managed_identity', tenant_id: '', client_secret: '', ...vault, key_version: '' },
      { auth_type: 'managed_identity', client_id: CLIENT, ...vault },
      {
        auth_type: 'workload_identity',
        tenant_id: TENANT,
        client_id: CLIENT,
        federated_token_file: '/var/run/secrets/azure/tokens/azure-identity-token',
        ...vault,
      },
    ],
    bad: [
      {
        config: { key_name: 'treasury', vault_url: 'relayers.vault.azure.net' },
        faults: [
          { path: 'vault_url', message: 'must be an http or https URL of at most 2048 characters' },
          { path: 'tenant_id', message: 'is required where auth_type is client_secret' },
          { path: 'client_id', message: 'is required where auth_type is client_secret' },
          { path: 'client_secret', message: 'is required where auth_type is client_secret' },
        ],
      },
      {
        config: { auth_type: 'workload_identity', tenant_id: TENANT, ...vault },
        faults: [{ path: 'client_id', message: 'is required where auth_type is workload_identity' }],
      },
      {
        config: { auth_type: 'password', ...vault },
        faults: [{ path: 'auth_type', message: 'must be one of client_secret, managed_identity, workload_identity' }],
      },
    ],
  },
};
