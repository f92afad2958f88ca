import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import type { Signer, SignerDocument } from './signer';

/** Stores the signers. Writing and locking need a transaction; only locking opens secrets. */
export abstract class SignerRepository {
  abstract readonly many: ManyOf<Signer>;

  abstract find(id: string): Promise<Stored<SignerDocument> | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Stored<SignerDocument>>>;

  /** The signer, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Locked<Signer> | undefined>;

  abstract add(signer: Signer): Promise<Stored<SignerDocument>>;

  /** Stores the signer in place of the one that was locked, as the next version. */
  abstract replace(locked: Locked<Signer>, signer: Signer): Promise<Stored<SignerDocument>>;

  abstract remove(locked: Locked<Signer>): Promise<void>;
}
