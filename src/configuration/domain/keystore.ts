import { createDecipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { readHex } from '../../chains/encodings';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';

/** In bytes: a key derivation that wants more memory is refused; the usual parameters of scrypt take 256 MiB. */
const MAX_MEMORY = 512 * 1024 * 1024;
const MAX_ITERATIONS = 10_000_000;
const KEY_BYTES = 32;

/** Why a keystore file does not open. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

/**
 * The private key, in hex, that an encrypted keystore file holds (Web3 Secret Storage, version 3, with scrypt or PBKDF2).
 * @throws KeystoreError where it is no such file, or the passphrase is wrong
 */
export async function openKeystore(keystore: unknown, passphrase: string): Promise<string> {
  const crypto = section(keystore, 'crypto', 'Crypto');
  if (Number(member(keystore, 'version')) !== 3) throw new KeystoreError('is no keystore of version 3');
  if (text(crypto, 'cipher') !== 'aes-128-ctr') throw new KeystoreError('has a cipher other than aes-128-ctr');
  const ciphertext = bytes(crypto, 'ciphertext');
  const iv = bytes(section(crypto, 'cipherparams'), 'iv');
  if (iv.length !== 16) throw new KeystoreError('has an iv that is not of 16 bytes');
  const expected = bytes(crypto, 'mac');
  const derived = await derive(text(crypto, 'kdf'), section(crypto, 'kdfparams'), passphrase);
  const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]));
  if (expected.length !== mac.length || !timingSafeEqual(expected, mac)) {
    throw new KeystoreError('does not open with the passphrase');
  }
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (key.length !== KEY_BYTES) throw new KeystoreError(`holds no key of ${String(KEY_BYTES)} bytes`);
  return key.toString('hex');
}

async function derive(kdf: string, parameters: PlainObject, passphrase: string): Promise<Buffer> {
  const salt = bytes(parameters, 'salt');
  const length = whole(parameters, 'dklen', 1024);
  if (length < KEY_BYTES) throw new KeystoreError('has a dklen below 32');
  if (kdf === 'pbkdf2') {
    if (text(parameters, 'prf') !== 'hmac-sha256') throw new KeystoreError('has a prf other than hmac-sha256');
    return promisify(pbkdf2)(passphrase, salt, whole(parameters, 'c', MAX_ITERATIONS), length, 'sha256');
  }
  if (kdf !== 'scrypt') throw new KeystoreError('has a kdf other than scrypt and pbkdf2');
  const [N, r, p] = [whole(parameters, 'n', 2 ** 24), whole(parameters, 'r', 64), whole(parameters, 'p', 64)];
  const needed = 128 * r * (N + p);
  if (needed > MAX_MEMORY || (N & (N - 1)) !== 0 || N < 2)
    throw new KeystoreError('has parameters of scrypt out of reach');
  // OpenSSL holds N to RFC 7914, section 2; files of other tools do not.
  if (N >= 2 ** (16 * r)) return Buffer.from(await scryptAsync(passphrase, salt, { N, r, p, dkLen: length }));
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, length, { N, r, p, maxmem: 2 * needed }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

const member = (value: unknown, name: string): unknown => (isPlainObject(value) ? value[name] : undefined);

function section(value: unknown, ...names: readonly string[]): PlainObject {
  const found = names.map((name) => member(value, name)).find(isPlainObject);
  if (!found) throw new KeystoreError(`is no keystore: it has no ${names[0] ?? ''}`);
  return found;
}

function text(value: PlainObject, name: string): string {
  const found = value[name];
  if (typeof found !== 'string') throw new KeystoreError(`is no keystore: it has no ${name}`);
  return found;
}

function bytes(value: PlainObject, name: string): Uint8Array {
  const found = readHex(text(value, name));
  if (!found) throw new KeystoreError(`is no keystore: its ${name} is not in hex`);
  return found;
}

function whole(value: PlainObject, name: string, most: number): number {
  const found = value[name];
  if (typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= most) return found;
  throw new KeystoreError(`is no keystore: its ${name} is no whole number from 1 to ${String(most)}`);
}
