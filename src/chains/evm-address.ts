import { keccak_256 } from '@noble/hashes/sha3.js';
import { Rule } from '../kernel/declarations';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The address of a secp256k1 public key of 65 bytes, with its checksum: the last 20 bytes of the Keccak-256 hash. */
export function evmAddressOf(publicKey: Uint8Array): string {
  const hash = keccak_256(publicKey.subarray(1));
  return withChecksum(Buffer.from(hash.subarray(-20)).toString('hex'));
}

/** An address spelled as EIP-55 says, whatever the case of its digits was. */
export const checksummed = (address: string): string => withChecksum(address.slice(2).toLowerCase());

/** What is wrong with a value as an EVM address; digits of one case carry no checksum, mixed ones must be right. */
export function evmAddressFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return 'must be an EVM address: 0x and 40 hex digits';
  const digits = value.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return value === checksummed(value) ? undefined : 'must be an EVM address with the right EIP-55 checksum';
}

/** Declares the address of an EVM account or contract. */
export const EvmAddress = (options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'evmAddress',
    (value) => evmAddressFault(value) === undefined,
    (value) => evmAddressFault(value) ?? '',
    { type: 'string', pattern: ADDRESS.source },
    options,
  );

/** EIP-55: a letter is upper case where the hash of the lower-case digits has a nibble of 8 or more. */
function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex');
  const cased = digits.replace(/[a-f]/g, (digit, index: number) =>
    hash.charAt(index) >= '8' ? digit.toUpperCase() : digit,
  );
  return `0x${cased}`;
}
