/** The elliptic curves that network types sign on. */
export type Curve = 'secp256k1' | 'ed25519';

/**
 * What a signer's configuration tells of the account it signs for: a public key (secp256k1: 65 bytes, uncompressed,
 * leading 0x04; ed25519: 32 bytes), an address that the network type has yet to check, or why it cannot sign there.
 */
export type Account =
  | { readonly publicKey: Uint8Array; readonly address?: undefined; readonly refusal?: undefined }
  | { readonly address: string; readonly publicKey?: undefined; readonly refusal?: undefined }
  | { readonly refusal: string; readonly publicKey?: undefined; readonly address?: undefined };
