import fc from 'fast-check';
import { base58KeyFault, base58KeyOf } from './base58-key';
import { publicKeyOf } from './public-key';

it.each([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
])('takes the public program or mint %s', (key) => {
  expect(base58KeyFault(key)).toBeUndefined();
});

it.each([
  '',
  '1'.repeat(31),
  '1'.repeat(33),
  // 44 characters that are more than 32 bytes, and 32 characters that are fewer.
  'z'.repeat(44),
  'z'.repeat(32),
  '0OIl'.repeat(8),
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ',
  '1'.repeat(1_000_000),
  5,
  null,
])('refuses %p', (value) => {
  expect(base58KeyFault(value)).toBe('must be a Solana public key: 32 bytes in base58');
});

it('takes whatever it writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(base58KeyFault(base58KeyOf(bytes))).toBeUndefined();
    }),
  );
});

it.each([0, 31, 33])('refuses %d bytes', (length) => {
  expect(base58KeyFault(base58KeyOf(new Uint8Array(length).fill(7)))).toBeDefined();
});

it.each([
  // RFC 8032, 7.1, tests 1 and 2: seed, and its public key in base58.
  ['9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
  ['4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5'],
])('derives from the seed %s the address %s', (seed, address) => {
  expect(base58KeyOf(publicKeyOf(Buffer.from(seed, 'hex'), 'ed25519'))).toBe(address);
});
