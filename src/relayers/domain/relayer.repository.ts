import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import type { Relayer, RelayerDocument } from './relayer';

/** What narrows a list of relayers, fields by their values; all conditions hold together. */
export interface RelayerFilter {
  readonly network_type?: string | undefined;
  readonly network?: string | undefined;
  readonly paused?: boolean | undefined;
  readonly system_disabled?: boolean | undefined;
  readonly signer_id?: string | undefined;
  readonly notification_id?: string | undefined;
  /** Only relayers with these ids. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Part of the id, the name or the address, whatever the case of its letters. */
  readonly search?: string | undefined;
}

/** A network, and the signer that serves at most one relayer there. */
export type Served = Pick<RelayerDocument, 'signer_id' | 'network_type' | 'network'>;

/** Another text for every other one; written at once, as one put together from pieces stays in pieces in memory. */
export const servedKey = ({ signer_id, network_type, network }: Served): string =>
  JSON.stringify([signer_id, network_type, network]);

/** Stores the relayers. Writing and locking need a transaction. */
export abstract class RelayerRepository {
  abstract readonly many: ManyOf<Relayer>;

  abstract find(id: string): Promise<Stored<Relayer> | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest, filter: RelayerFilter): Promise<Page<Stored<Relayer>>>;

  /** The relayer, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Locked<Relayer> | undefined>;

  /** The relayer that a signer serves on a network, if there is one. */
  abstract served(signerId: string, networkType: string, network: string): Promise<string | undefined>;

  abstract add(relayer: Relayer): Promise<Stored<Relayer>>;

  /** Stores a relayer in place of the one that was locked, as the next version. */
  abstract replace(locked: Locked<Relayer>, relayer: Relayer): Promise<Stored<Relayer>>;

  abstract remove(locked: Locked<Relayer>): Promise<void>;

  /** Which relayers are served on networks by signers, by {@link servedKey}. */
  abstract servedAll(served: readonly Served[]): Promise<ReadonlyMap<string, string>>;

  /** Takes relayers away from their networks for the rest of the transaction, in which others move there. */
  abstract vacate(ids: readonly string[]): Promise<void>;
}
