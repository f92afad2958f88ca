import { PrivateKeyText } from '../../../chains/encodings';
import { Describe, Nested, Secret, Text, Unsigned } from '../../../kernel/declarations';
import { OneOf } from '../../../kernel/one-of';
import { HttpUrl } from '../../../kernel/http-url';
import type { SignerKind } from './signer-kind';

// Looks like a key file and holds none.
const KEY_FILE = '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n';

/**
 * The clouds that there are: Google's own, and those that its documentation names beside it, Cloud de Confiance by S3NS
 * and Google Cloud Dedicated in Germany. The host of the key service is `cloudkms.` and one of these.
 */
const UNIVERSES = ['googleapis.com', 's3nsapis.fr', 'apis-berlin-build0.goog'];

/** A service account, in the fields of the key file that Google Cloud hands out. */
export class GoogleServiceAccount {
  @Describe('Project that the account belongs to.', 'example-project')
  @Text(1, 128)
  readonly project_id!: string;

  @Describe('Private key of the account, PEM.', KEY_FILE)
  @PrivateKeyText(1, 16_384)
  @Secret()
  readonly private_key!: string;

  @Describe('Id of the private key.', '0123456789abcdef0123456789abcdef01234567')
  @Text(1, 256)
  @Secret()
  readonly private_key_id!: string;

  @Describe('E-mail address of the account.', 'signer@example-project.iam.gserviceaccount.com')
  @Text(1, 320)
  @Secret()
  readonly client_email!: string;

  @Describe('Id of the account.', '123456789012345678901')
  @Text(1, 128)
  readonly client_id!: string;

  @Describe('Where the account authorizes.', 'https://accounts.google.com/o/oauth2/auth')
  @HttpUrl({ credentials: false })
  readonly auth_uri!: string;

  @Describe('Where the account takes its tokens.', 'https://oauth2.googleapis.com/token')
  @HttpUrl({ credentials: false })
  readonly token_uri!: string;

  @Describe("Certificates of the provider's keys.", 'https://www.googleapis.com/oauth2/v1/certs')
  @HttpUrl({ credentials: false })
  readonly auth_provider_x509_cert_url!: string;

  @Describe("Certificates of the account's keys.", 'https://www.googleapis.com/robot/v1/metadata/x509/signer')
  @HttpUrl({ credentials: false })
  readonly client_x509_cert_url!: string;

  @Describe('Domain of the cloud.', 'googleapis.com')
  @OneOf(UNIVERSES)
  readonly universe_domain!: string;
}

/** Where a key is in Google Cloud KMS. */
export class GoogleKey {
  @Describe('Location of the key ring.', 'europe-west3')
  @Text(1, 128)
  readonly location!: string;

  @Describe('Key ring of the key.', 'relayers')
  @Text(1, 128)
  readonly key_ring_id!: string;

  @Describe('Id of the key.', 'treasury')
  @Text(1, 128)
  readonly key_id!: string;

  @Describe('Version of the key.', 1)
  @Unsigned(32)
  readonly key_version!: number;
}

/** A key in the Key Management Service of Google Cloud. */
export class GoogleCloudKmsSigner {
  @Describe('The service account that may sign with the key.')
  @Nested(() => GoogleServiceAccount)
  readonly service_account!: GoogleServiceAccount;

  @Describe('The key.')
  @Nested(() => GoogleKey)
  readonly key!: GoogleKey;
}

const serviceAccount = {
  project_id: 'example-project',
  private_key: KEY_FILE,
  private_key_id: '0123456789abcdef0123456789abcdef01234567',
  client_email: 'signer@example-project.iam.gserviceaccount.com',
  client_id: '123456789012345678901',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
  auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
  client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509/signer',
  universe_domain: 'googleapis.com',
};
const key = { location: 'europe-west3', key_ring_id: 'relayers', key_id: 'treasury', key_version: 1 };

export const googleCloudKms: SignerKind<GoogleCloudKmsSigner> = {
  type: 'google_cloud_kms',
  title: 'Google Cloud KMS',
  config: GoogleCloudKmsSigner,
  networkTypes: ['evm', 'solana', 'stellar'],
  inFiles: {
    values: { 'service_account.universe_domain': ['googleapis.com'] },
    defaults: {
      service_account: {
        auth_uri: 'https://accounts.google.com/o/oauth2/auth',
        token_uri: 'https://oauth2.googleapis.com/token',
        auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
        // Where the certificates of all accounts are; that of one account has its address behind it.
        client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509',
        universe_domain: 'googleapis.com',
      },
      key: { location: 'global', key_version: 1 },
    },
  },
  examples: {
    good: [
      { service_account: serviceAccount, key },
      ...UNIVERSES.map((universe_domain) => ({ service_account: { ...serviceAccount, universe_domain }, key })),
    ],
    bad: [
      ...['googleapis.com.example.com', 'example.com', 'http://169.254.169.254', ''].map((universe_domain) => ({
        config: { service_account: { ...serviceAccount, universe_domain }, key },
        faults: [{ path: 'service_account.universe_domain', message: `must be one of ${UNIVERSES.join(', ')}` }],
      })),
      {
        config: {
          service_account: {
            ...serviceAccount,
            private_key: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`,
          },
          key,
        },
        faults: [
          {
            path: 'service_account.private_key',
            message: 'must be a key of 1 to 16384 characters, not all of it zero',
          },
        ],
      },
      {
        config: {},
        faults: [
          { path: 'service_account', message: 'is required' },
          { path: 'key', message: 'is required' },
        ],
      },
      {
        config: {
          service_account: {
            ...serviceAccount,
            private_key: null,
            token_uri: 'ftp://example.com',
            type: 'service_account',
          },
          key: { ...key, key_version: 4_294_967_296, key_ring_id: 1 },
        },
        faults: [
          { path: 'service_account.type', message: 'is not a known field' },
          { path: 'service_account.private_key', message: 'is required' },
          { path: 'service_account.token_uri', message: 'must be an http or https URL of at most 2048 characters' },
          { path: 'key.key_ring_id', message: 'must be a string of 1 to 128 characters' },
          { path: 'key.key_version', message: 'must be a whole number from 0 to 4294967295' },
        ],
      },
    ],
  },
};
