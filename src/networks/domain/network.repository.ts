import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import type { Network } from './network';

/** Stores the networks. Writing and locking need a transaction. */
export abstract class NetworkRepository {
  abstract readonly many: ManyOf<Network>;

  abstract find(id: string): Promise<Stored<Network> | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Stored<Network>>>;

  /** The network, which no one else changes before the transaction ends; no relayer can be put on it meanwhile. */
  abstract lock(id: string): Promise<Locked<Network> | undefined>;

  abstract add(network: Network): Promise<Stored<Network>>;

  /** Stores the network in place of the one that was locked, as the next version. */
  abstract replace(locked: Locked<Network>, network: Network): Promise<Stored<Network>>;

  abstract remove(locked: Locked<Network>): Promise<void>;
}
