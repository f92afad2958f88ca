import { Describe, Rule } from '../../../kernel/declarations';
import { readBase64 } from '../../../chains/encodings';
import { readPublicKey } from '../../../chains/public-key';
import type { SignerKind } from './signer-kind';
import { vaultExample, VaultSigner } from './vault';

// The public key of RFC 8032, 7.1, test 1.
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

const message = 'must be an ed25519 public key: 32 bytes in base64';

/** A key that never leaves the transit engine of HashiCorp Vault, which signs for the relayer. */
export class VaultTransitSigner extends VaultSigner {
  @Describe('Public key of the key, on ed25519: 32 bytes in base64.', PUBLIC_KEY)
  @Rule('ed25519Base64', (value) => read(value) !== undefined, message, {
    type: 'string',
    contentEncoding: 'base64',
    pattern: '^[A-Za-z0-9+/]{43}=$',
  })
  readonly pubkey!: string;
}

export const vaultTransit: SignerKind<VaultTransitSigner> = {
  type: 'vault_transit',
  title: 'HashiCorp Vault Transit',
  config: VaultTransitSigner,
  networkTypes: ['solana'],
  account({ pubkey }) {
    const publicKey = read(pubkey);
    return publicKey && { publicKey };
  },
  examples: {
    good: [{ ...vaultExample, pubkey: PUBLIC_KEY }],
    bad: [
      { config: vaultExample, faults: [{ path: 'pubkey', message: 'is required' }] },
      ...[
        PUBLIC_KEY.slice(0, -1),
        'Zm9vYmFy',
        // 32 bytes that are no point of the curve: y = 2.
        'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        '',
        1,
      ].map((pubkey) => ({ config: { ...vaultExample, pubkey }, faults: [{ path: 'pubkey', message }] })),
    ],
  },
};

function read(value: unknown): Uint8Array | undefined {
  const bytes = typeof value === 'string' && value.length === 44 ? readBase64(value) : undefined;
  return bytes && readPublicKey(bytes, 'ed25519');
}
