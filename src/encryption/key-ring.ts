import type { EncryptionKey } from '../settings/encryption-key-list';

/** The keys of this process, of which the first one seals, found to be those that the database needs. */
export class KeyRing {
  constructor(readonly keys: readonly EncryptionKey[]) {}
}
