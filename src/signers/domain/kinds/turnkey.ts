import type { Curve } from '../../../chains/account';
import { Describe, Rule, Secret, Text } from '../../../kernel/declarations';
import { PrivateKeyText, readHex } from '../../../chains/encodings';
import { readPublicKey } from '../../../chains/public-key';
import type { SignerKind } from './signer-kind';

// The base point of secp256k1 (SEC 2), that is the public key of the private key 1.
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const message = 'must be a public key in hex: on secp256k1 33 or 65 bytes, on ed25519 32';

/** A private key that Turnkey keeps and signs with. */
export class TurnkeySigner {
  @Describe('Public key of the API key pair.', 'not-an-api-public-key')
  @Text(1, 1024)
  readonly api_public_key!: string;

  @Describe('Private key of the API key pair.', 'not-an-api-private-key')
  @PrivateKeyText(1, 1024)
  @Secret()
  readonly api_private_key!: string;

  @Describe('Id of the organization.', '00000000-0000-4000-8000-000000000002')
  @Text(1, 128)
  readonly organization_id!: string;

  @Describe('Id of the private key.', '00000000-0000-4000-8000-000000000003')
  @Text(1, 128)
  readonly private_key_id!: string;

  @Describe('Public key of the private key in hex: on secp256k1 33 or 65 bytes, on ed25519 32.', PUBLIC_KEY)
  @Rule('publicKeyHex', isPublicKey, message, {
    type: 'string',
    pattern: '^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{66}|[0-9a-fA-F]{130})$',
  })
  readonly public_key!: string;
}

const example = {
  api_public_key: 'not-an-api-public-key',
  api_private_key: 'not-an-api-private-key',
  organization_id: '00000000-0000-4000-8000-000000000002',
  private_key_id: '00000000-0000-4000-8000-000000000003',
  public_key: PUBLIC_KEY,
};

export const turnkey: SignerKind<TurnkeySigner> = {
  type: 'turnkey',
  title: 'Turnkey',
  config: TurnkeySigner,
  networkTypes: ['evm', 'solana', 'stellar'],
  account({ public_key }, curve) {
    const publicKey = read(public_key, curve);
    return publicKey ? { publicKey } : { refusal: `has a public key that is not on ${curve}` };
  },
  examples: {
    good: [
      example,
      // The base point of secp256k1, uncompressed.
      {
        ...example,
        public_key:
          '0x0479BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798' +
          '483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8',
      },
      // RFC 8032, 7.1, test 1.
      { ...example, public_key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a' },
    ],
    bad: [
      {
        config: { api_public_key: 'a', organization_id: 7, private_key_id: '', public_key: PUBLIC_KEY },
        faults: [
          { path: 'api_private_key', message: 'is required' },
          { path: 'organization_id', message: 'must be a string of 1 to 128 characters' },
          { path: 'private_key_id', message: 'must be a string of 1 to 128 characters' },
        ],
      },
      ...['0'.repeat(64), `0x${'0'.repeat(64)}`, `${'A'.repeat(43)}=`].map((api_private_key) => ({
        config: { ...example, api_private_key },
        faults: [{ path: 'api_private_key', message: 'must be a key of 1 to 1024 characters, not all of it zero' }],
      })),
      ...[
        PUBLIC_KEY.slice(2).padStart(66, '05'),
        // No point of either curve: x = 5 on secp256k1, y = 2 on ed25519.
        `02${'5'.padStart(64, '0')}`,
        '02'.padEnd(64, '0'),
        `${PUBLIC_KEY}00`,
        '',
      ].map((public_key) => ({ config: { ...example, public_key }, faults: [{ path: 'public_key', message }] })),
    ],
  },
};

function read(value: string, curve: Curve): Uint8Array | undefined {
  const bytes = value.length <= 132 ? readHex(value) : undefined;
  return bytes && readPublicKey(bytes, curve);
}

function isPublicKey(value: unknown): boolean {
  return typeof value === 'string' && (read(value, 'secp256k1') ?? read(value, 'ed25519')) !== undefined;
}
