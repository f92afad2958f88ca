import fc from 'fast-check';
import { isPrivateKey, publicKeyOf, readPublicKey } from './public-key';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (given: Uint8Array | undefined): string | undefined => given && Buffer.from(given).toString('hex');

// The base point of secp256k1 (SEC 2), compressed and not.
const COMPRESSED = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const UNCOMPRESSED = `04${COMPRESSED.slice(2)}483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8`;

it('finds the public key 1 of secp256k1 and that of RFC 8032, 7.1, test 3', () => {
  expect(hex(publicKeyOf(bytes('1'.padStart(64, '0')), 'secp256k1'))).toBe(UNCOMPRESSED);
  const seed = bytes('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7');
  expect(hex(publicKeyOf(seed, 'ed25519'))).toBe('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
});

it('reads either encoding of a key on secp256k1', () => {
  expect(hex(readPublicKey(bytes(COMPRESSED), 'secp256k1'))).toBe(UNCOMPRESSED);
  expect(hex(readPublicKey(bytes(UNCOMPRESSED), 'secp256k1'))).toBe(UNCOMPRESSED);
});

it('reads no key of another curve, of another length, or off its curve', () => {
  expect(readPublicKey(bytes(COMPRESSED), 'ed25519')).toBeUndefined();
  expect(readPublicKey(bytes(COMPRESSED.slice(2)), 'secp256k1')).toBeUndefined();
  expect(readPublicKey(bytes(`${UNCOMPRESSED.slice(0, -2)}b9`), 'secp256k1')).toBeUndefined();
  expect(readPublicKey(new Uint8Array(), 'ed25519')).toBeUndefined();
});

it.each([
  ['0'.repeat(64), false],
  ['1'.padStart(64, '0'), true],
  // The order of secp256k1, less 1 and itself.
  ['fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140', true],
  ['fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', false],
  ['01', false],
])('says whether %s is a private key: %s', (key, sound) => {
  expect(isPrivateKey(bytes(key))).toBe(sound);
});

it('reads the public key of every private key', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom('secp256k1', 'ed25519'),
      (key, curve) => {
        fc.pre(isPrivateKey(key));
        const publicKey = publicKeyOf(key, curve);
        expect(readPublicKey(publicKey, curve)).toEqual(publicKey);
      },
    ),
    { numRuns: 20 },
  );
});
