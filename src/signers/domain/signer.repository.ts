import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import type { Signer } from './signer';

/** Keeps the signers. Writing and locking need a transaction. */
export abstract class SignerRepository {
  abstract read(id: string): Promise<Published | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Published>>;

  /** The signer, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Kept<Signer> | undefined>;

  abstract add(signer: Signer): Promise<Published>;

  /** Keeps the entity in place of the one that was locked, as the next version. */
  abstract replace(kept: Kept<Signer>): Promise<Published>;

  abstract remove(kept: Kept<Signer>): Promise<void>;
}
