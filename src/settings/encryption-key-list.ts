import { createHash } from 'node:crypto';

/** A key of AES-256-GCM, and the name that sealed values give to it. */
export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

export const KEY_BYTES = 32;

/** What a key is called that was given no name: the beginning of its SHA-256, which tells it apart and nothing of it. */
export const nameOfKey = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** {@link KEY_BYTES} in base64, of either alphabet, padded or not. */
const ENCODED = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Keys in base64, separated by commas, each with its id and a colon before it or named by {@link nameOfKey}. */
export function readEncryptionKeys(text: string): readonly EncryptionKey[] | undefined {
  const keys: EncryptionKey[] = [];
  for (const part of text.split(',')) {
    const [, given, encoded = ''] = /^(?:([A-Za-z0-9_-]{1,32}):)?(.*)$/s.exec(part.trim()) ?? [];
    const key = Buffer.from(encoded, 'base64');
    if (!ENCODED.test(encoded)) return undefined;
    // What a placeholder has, or a file that was never filled.
    if (key.every((byte) => byte === 0)) return undefined;
    const id = given ?? nameOfKey(key);
    if (keys.some((known) => known.id === id)) return undefined;
    keys.push({ id, key });
  }
  return keys;
}
