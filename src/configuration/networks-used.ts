import { DomainError } from '../kernel/domain-error';
import { networkId } from '../networks/domain/network-id';
import type { Relayer } from '../relayers/domain/relayer';

/** How many relayers are named in one sentence. */
const MAX_NAMED = 20;

/** The networks that relayers are on after a plan: none of them can go. */
export class NetworksUsed {
  private readonly relayers = new Map<string, string[]>();

  add({ id, document: { network_type, network } }: Relayer): void {
    const key = networkId(network_type, network);
    const names = this.relayers.get(key) ?? [];
    if (names.length < MAX_NAMED) names.push(id);
    this.relayers.set(key, names);
  }

  /** @throws DomainError `conflict` where one of them goes */
  check(leaving: readonly { readonly id: string }[]): void {
    for (const { id } of leaving) {
      const names = this.relayers.get(id);
      if (names) throw DomainError.conflict(`Network ${id} is used by relayers: ${names.join(', ')}`);
    }
  }
}
