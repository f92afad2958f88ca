import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { KeystoreError, openKeystore } from './keystore';

/** Of the test vectors of the Web3 Secret Storage definition; that for scrypt, with less work to do. */
const PASSPHRASE = 'testpassword';
const KEY = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';

const pbkdf2 = {
  version: 3,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
};
const scrypt = {
  version: 3,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'e2b7617c65c4a8e9eea62e616a6f99231252ec16c82cccfed86d4aad932dcc8d',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 65536,
      p: 1,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: 'a450ecccb86679a395aef2497de1875e7cbaa7c1cb7bae551000aab07dcdeb39',
  },
};

/** The same with parameters that RFC 7914 allows. */
const usual = {
  version: 3,
  crypto: {
    ...scrypt.crypto,
    ciphertext: '3b4309355ad643f2b15cfb6a83a7f6f328e7a6459a56ab8c6e25a89c8f43eb80',
    kdfparams: { ...scrypt.crypto.kdfparams, n: 4096, r: 8 },
    mac: '994d83f6bfb7e6e3aa95980f72b6ad87db9d352789d0f2e433cf777425db3a42',
  },
};

const changed = (change: (keystore: typeof scrypt) => void): unknown => {
  const copy = structuredClone(scrypt);
  change(copy);
  return copy;
};

const changedPbkdf2 = (kdfparams: object): unknown => ({
  ...pbkdf2,
  crypto: { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, ...kdfparams } },
});
const changedScrypt = (kdfparams: object): unknown => ({
  ...usual,
  crypto: { ...usual.crypto, kdfparams: { ...usual.crypto.kdfparams, ...kdfparams } },
});
const outside = (name: string, most: number): string =>
  `is no keystore: its ${name} is no whole number from 1 to ${String(most)}`;

/** A keystore of these bytes, sealed with little work. */
function keystoreOf(bytes: Buffer): unknown {
  const derived = pbkdf2Sync(PASSPHRASE, 'salt', 1, 32, 'sha256');
  const iv = Buffer.alloc(16, 1);
  const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(bytes);
  const mac = keccak_256(Buffer.concat([derived.subarray(16), ciphertext]));
  const kdfparams = { c: 1, dklen: 32, prf: 'hmac-sha256', salt: Buffer.from('salt').toString('hex') };
  return {
    version: 3,
    crypto: {
      ...pbkdf2.crypto,
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdfparams,
      mac: Buffer.from(mac).toString('hex'),
    },
  };
}

describe('openKeystore', () => {
  it.each([
    ['pbkdf2', pbkdf2],
    ['scrypt', usual],
    ['scrypt with parameters that OpenSSL refuses', scrypt],
    ['a capital C', { version: 3, Crypto: pbkdf2.crypto }],
  ])('opens %s', async (_, keystore) => {
    expect(await openKeystore(keystore, PASSPHRASE)).toBe(KEY);
  });

  it('tells a wrong passphrase', async () => {
    await expect(openKeystore(pbkdf2, 'wrong')).rejects.toThrow(new KeystoreError('does not open with the passphrase'));
  });

  it.each([
    [null, 'is no keystore: it has no crypto'],
    [{ ...scrypt, version: 1 }, 'is no keystore of version 3'],
    [changed(({ crypto }) => (crypto.kdf = 'argon2')), 'has a kdf other than scrypt and pbkdf2'],
    [changed(({ crypto }) => (crypto.cipher = 'aes-256-ctr')), 'has a cipher other than aes-128-ctr'],
    [changed(({ crypto }) => (crypto.mac = 'xyz')), 'is no keystore: its mac is not in hex'],
    [changed(({ crypto }) => (crypto.cipherparams.iv = '00')), 'has an iv that is not of 16 bytes'],
    [changed(({ crypto }) => (crypto.kdfparams.dklen = 16)), 'has a dklen below 32'],
    [changed(({ crypto }) => (crypto.kdfparams.n = 2 ** 24)), 'has parameters of scrypt out of reach'],
    [changed(({ crypto }) => (crypto.kdfparams.n = 1000)), 'has parameters of scrypt out of reach'],
    [changed(({ crypto }) => (crypto.kdfparams.r = 0)), 'is no keystore: its r is no whole number from 1 to 64'],
  ])('refuses what is no such file (%#)', async (keystore, message) => {
    await expect(openKeystore(keystore, PASSPHRASE)).rejects.toThrow(new KeystoreError(message));
  });

  it('holds a key of 32 bytes, and no other', async () => {
    const key = Buffer.alloc(32, 9);
    expect(await openKeystore(keystoreOf(key), PASSPHRASE)).toBe(key.toString('hex'));
    for (const length of [31, 33]) {
      const opened = openKeystore(keystoreOf(Buffer.alloc(length, 9)), PASSPHRASE);
      await expect(opened).rejects.toThrow(new KeystoreError('holds no key of 32 bytes'));
    }
  });

  it('does not open where the mac has another length', async () => {
    const short = { ...pbkdf2, crypto: { ...pbkdf2.crypto, mac: pbkdf2.crypto.mac.slice(2) } };
    await expect(openKeystore(short, PASSPHRASE)).rejects.toThrow(
      new KeystoreError('does not open with the passphrase'),
    );
  });

  it.each([
    [changedPbkdf2({ c: 10_000_001 }), outside('c', 10_000_000)],
    [changedPbkdf2({ c: '262144' }), outside('c', 10_000_000)],
    [changedPbkdf2({ prf: 'hmac-sha512' }), 'has a prf other than hmac-sha256'],
    [changedPbkdf2({ dklen: 1025 }), outside('dklen', 1024)],
    [changedPbkdf2({ dklen: 31 }), 'has a dklen below 32'],
    [changedPbkdf2({ salt: 7 }), 'is no keystore: it has no salt'],
    [changedScrypt({ n: 2 ** 24 + 1 }), outside('n', 2 ** 24)],
    [changedScrypt({ n: 4096.5 }), outside('n', 2 ** 24)],
    [changedScrypt({ r: 65 }), outside('r', 64)],
    [changedScrypt({ p: 65 }), outside('p', 64)],
    [changedScrypt({ n: 1 }), 'has parameters of scrypt out of reach'],
    [changedScrypt({ n: 2 }), 'does not open with the passphrase'],
    // 128 bytes more than 512 MiB.
    [changedScrypt({ n: 2 ** 22, r: 1 }), 'has parameters of scrypt out of reach'],
  ])('derives no key with parameters that are out of reach (%#)', async (keystore, message) => {
    await expect(openKeystore(keystore, PASSPHRASE)).rejects.toThrow(new KeystoreError(message));
  });
});
