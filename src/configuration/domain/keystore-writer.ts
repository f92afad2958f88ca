import { createCipheriv, randomBytes, randomUUID, scrypt } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PlainObject } from '../../kernel/merge-patch';

/** Costs of scrypt that take a twentieth of a second: who starts a relayer waits for each of its keys. */
const COSTS = { n: 2 ** 14, r: 8, p: 1 };
const CIPHER = 'aes-128-ctr';

/**
 * An encrypted keystore file (Web3 Secret Storage, version 3) that holds a private key.
 * @param key 32 bytes
 */
export async function sealKeystore(key: Uint8Array, passphrase: string): Promise<PlainObject> {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const derived = await derive(passphrase, salt);
  const cipher = createCipheriv(CIPHER, derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(key), cipher.final()]);
  const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]));
  return {
    crypto: {
      cipher: CIPHER,
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { dklen: derived.length, ...COSTS, salt: salt.toString('hex') },
      mac: Buffer.from(mac).toString('hex'),
    },
    id: randomUUID(),
    version: 3,
  };
}

const derive = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { n: N, r, p } = COSTS;
    scrypt(passphrase, salt, 32, { N, r, p }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
