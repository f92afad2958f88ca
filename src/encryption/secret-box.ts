import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EncryptionKey } from '../settings/encryption-key-list';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value that this process cannot open: its key is missing, or it is not what was sealed for this location. */
export class SealError extends Error {
  override readonly name = 'SealError';

  constructor(
    /** Table, record and field. */
    readonly location: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Seals secrets with AES-256-GCM. The location of a value (table, record and field) is authenticated with it, so a value
 * that was moved to another location does not open. Each sealing takes a fresh nonce.
 */
export class SecretBox {
  private readonly sealing: EncryptionKey;

  constructor(private readonly keys: readonly EncryptionKey[]) {
    const [first] = keys;
    if (!first) throw new Error('A secret box needs a key');
    this.sealing = first;
  }

  /** The id of the key that seals. */
  get keyId(): string {
    return this.sealing.id;
  }

  /** Whether a key of this name opens what it sealed. */
  has(id: string): boolean {
    return this.keys.some((key) => key.id === id);
  }

  /** `1.<key id>.<base64url of nonce, ciphertext and tag>` */
  seal(text: string, location: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing.key, nonce).setAAD(Buffer.from(location));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `1.${this.sealing.id}.${sealed.toString('base64url')}`;
  }

  /** @throws SealError */
  open(sealed: string, location: string): string {
    const [format, id, body = ''] = sealed.split('.');
    const key = this.keys.find((known) => known.id === id);
    if (format !== '1' || !key) throw new SealError(location, `No key named ${String(id)} to open ${location}`);
    const bytes = Buffer.from(body, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new SealError(location, `What key ${key.id} sealed at ${location} is damaged`);
    const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(location))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (cause) {
      const message = `What key ${key.id} sealed at ${location} was altered, sealed for another place or by another key`;
      throw new SealError(location, message, { cause });
    }
  }
}
