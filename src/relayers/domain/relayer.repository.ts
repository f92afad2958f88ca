import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import type { Relayer } from './relayer';

/**
 * A relayer as it is read. Its JSON text has null for the RPC endpoints, and masked URLs in the reason for which it is out of
 * service: who may see how much of them is decided later.
 */
export interface PublishedRelayer extends Published {
  /** The JSON text of the RPC endpoints, where there are any. */
  readonly rpcUrls: string | undefined;
  /** The JSON text of the reason as it was given, where URLs in it are masked. */
  readonly disabledReason: string | undefined;
}

/** What narrows a list of relayers; all conditions hold together. */
export interface RelayerFilter {
  /** Only relayers with these ids. */
  readonly ids?: ReadonlySet<string> | undefined;
  readonly networkType?: string | undefined;
  readonly network?: string | undefined;
  readonly paused?: boolean | undefined;
  readonly systemDisabled?: boolean | undefined;
  readonly signerId?: string | undefined;
  readonly notificationId?: string | undefined;
  /** Part of the id, the name or the address, whatever the case of its letters. */
  readonly search?: string | undefined;
}

/** Keeps the relayers. Writing and locking need a transaction. */
export abstract class RelayerRepository {
  abstract read(id: string): Promise<PublishedRelayer | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest, filter: RelayerFilter): Promise<Page<PublishedRelayer>>;

  /** The relayer, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Kept<Relayer> | undefined>;

  /** The relayer that a signer serves on a network, if there is one. */
  abstract served(signerId: string, networkType: string, network: string): Promise<string | undefined>;

  abstract add(relayer: Relayer): Promise<PublishedRelayer>;

  /** Keeps the entity in place of the one that was locked, as the next version. */
  abstract replace(kept: Kept<Relayer>): Promise<PublishedRelayer>;

  abstract remove(kept: Kept<Relayer>): Promise<void>;
}
