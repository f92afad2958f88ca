import { DomainError } from '../kernel/domain-error';
import { networkKey, type NetworkName } from '../relayers/domain/known-networks';
import type { Relayer } from '../relayers/domain/relayer';
import { type RelayerRepository, type Served, servedKey } from '../relayers/domain/relayer.repository';

/** The networks on which relayers are to be served by signers from now on: created ones, and ones that were served elsewhere. */
export class NetworksServed {
  private readonly wanted = new Map<string, Served & { readonly relayer: string }>();

  constructor(private readonly relayers: RelayerRepository) {}

  add({ id, document: { signer_id, network_type, network } }: Relayer): void {
    const served = { signer_id, network_type, network, relayer: id };
    this.wanted.set(servedKey(served), served);
  }

  /** Each once. */
  get networks(): readonly NetworkName[] {
    return [...new Map([...this.wanted.values()].map((served) => [networkKey(served), served])).values()];
  }

  /**
   * @param leaves whether the relayer of an id makes room, as it goes or is served elsewhere
   * @throws DomainError `conflict` where a signer serves another relayer there
   */
  async check(leaves: (id: string) => boolean): Promise<void> {
    const occupants = await this.relayers.servedAll([...this.wanted.values()]);
    for (const [key, { relayer, signer_id, network_type, network }] of this.wanted) {
      const occupant = occupants.get(key);
      if (occupant === undefined || occupant === relayer || leaves(occupant)) continue;
      throw DomainError.conflict(
        `Signer ${signer_id} already serves relayer ${occupant} on ${network_type}:${network}`,
      );
    }
  }
}
