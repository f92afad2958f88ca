import { Describe, Optional, Rule, Secret, Text } from '../../../kernel/declarations';
import { readHex } from '../../../chains/encodings';
import { isPrivateKey, publicKeyOf } from '../../../chains/public-key';
import type { SignerKind } from './signer-kind';

// The private key 1: its public key is the base point of secp256k1 (SEC 2).
const KEY_ONE = `0x${'1'.padStart(64, '0')}`;

/** A private key that the service itself keeps. */
export class LocalSigner {
  @Describe('Private key, or on ed25519 its seed: 32 bytes in hex, with or without 0x.', KEY_ONE)
  @Rule('privateKey', isKey, 'must be a private key: 32 bytes in hex, not 0 and below the order of secp256k1', {
    type: 'string',
    pattern: '^(0x)?[0-9a-fA-F]{64}$',
  })
  @Secret()
  readonly key!: string;

  @Describe('Address that the key belongs to, for people.', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
  @Text(1, 512)
  @Optional()
  readonly address?: string;

  @Describe('Name of the key, for people.', 'treasury')
  @Text(1, 256)
  @Optional()
  readonly key_name?: string;

  @Describe('Mount point that the key was taken from, for people.', 'secret')
  @Text(1, 256)
  @Optional()
  readonly mount_point?: string;

  @Describe('Namespace that the key was taken from, for people.', 'payments')
  @Text(1, 256)
  @Optional()
  readonly namespace?: string;
}

export const local: SignerKind<LocalSigner> = {
  type: 'local',
  title: 'Local key',
  aliases: ['plain'],
  config: LocalSigner,
  networkTypes: ['evm', 'solana', 'stellar'],
  inFiles: { keystore: 'key' },
  account({ key }, curve) {
    const bytes = readHex(key);
    return bytes && { publicKey: publicKeyOf(bytes, curve) };
  },
  examples: {
    good: [
      {
        key: KEY_ONE,
        address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
        key_name: 'treasury',
        mount_point: 'secret',
        namespace: 'payments',
      },
      // Account 0 of Hardhat and Anvil.
      { key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
      // RFC 8032, 7.1, test 1.
      { key: '9D61B19DEFFD5A60BA844AF492EC2CC44449C5697B326919703BAC031CAE7F60', key_name: null },
    ],
    bad: [
      { config: {}, faults: [{ path: 'key', message: 'is required' }] },
      ...[
        `0x${'0'.repeat(64)}`,
        // The order of secp256k1.
        'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
        '1'.repeat(63),
        '1'.repeat(66),
        'g'.repeat(64),
        7,
      ].map((key) => ({
        config: { key },
        faults: [
          { path: 'key', message: 'must be a private key: 32 bytes in hex, not 0 and below the order of secp256k1' },
        ],
      })),
      {
        config: { key: KEY_ONE, address: '', key_name: 5, passphrase: 'open sesame' },
        faults: [
          { path: 'passphrase', message: 'is not a known field' },
          { path: 'address', message: 'must be a string of 1 to 512 characters' },
          { path: 'key_name', message: 'must be a string of 1 to 256 characters' },
        ],
      },
    ],
  },
};

function isKey(value: unknown): boolean {
  const bytes = typeof value === 'string' ? readHex(value) : undefined;
  return bytes !== undefined && isPrivateKey(bytes);
}
