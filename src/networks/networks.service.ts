import { Injectable } from '@nestjs/common';
import { type Change, ChangeLog } from '../kernel/change-log';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Precondition, type RecordChange, type Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import type { Validated } from '../kernel/validation';
import { KnownNetworks } from '../relayers/domain/known-networks';
import { NetworkKinds } from './domain/kinds';
import type { Network } from './domain/network';
import { networkAudit } from './domain/network.audit';
import { networkEvent } from './domain/network.events';
import type { NetworkChanges, NetworkDraft } from './domain/network.fields';
import { storedNetworkId } from './domain/network-id';
import { NetworkRepository } from './domain/network.repository';
import { NetworkRules, parentIdOf } from './domain/network.rules';
import { NetworkUsage } from './domain/network-usage';

/** What can be done with networks. Every change is all or nothing. */
@Injectable()
export class NetworksService {
  private readonly rules: NetworkRules;

  constructor(
    private readonly networks: NetworkRepository,
    private readonly usage: NetworkUsage,
    private readonly known: KnownNetworks,
    kinds: NetworkKinds,
    urls: UrlRules,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {
    this.rules = new NetworkRules(kinds, urls);
  }

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Stored<Network>>> {
    return this.networks.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Stored<Network>> {
    return (await this.networks.find(storedNetworkId(id))) ?? absent(id);
  }

  /** @throws DomainError `invalid` with every fault, `conflict` where the id is taken */
  create(draft: Validated<NetworkDraft>): Promise<Stored<Network>> {
    const parentId = parentIdOf(draft.value);
    return this.transactions.run(async () => {
      const found = parentId === undefined ? undefined : (await this.networks.find(parentId))?.entity;
      const parent = found?.name === draft.value.from ? found : undefined;
      const names = parentId === undefined || parent ? [] : await this.known.names(draft.value.network_type);
      const network = this.rules.create(draft, parent, names);
      if (await this.networks.find(network.id)) {
        throw DomainError.conflict(`Network with ID ${network.id} already exists`);
      }
      const added = await this.networks.add(network);
      await this.changes.record(changeOf({ after: network }));
      return added;
    });
  }

  /**
   * Changes the endpoints. A change to what already is keeps the version.
   * @param visible the relayers that there are for the caller; all without it
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`, `forbidden` where relayers are on it
   *   that there are not for the caller
   */
  patch(
    id: string,
    { value: changes, faults }: Validated<NetworkChanges>,
    precondition?: Precondition,
    visible?: ReadonlySet<string>,
  ): Promise<Stored<Network>> {
    return this.transactions.run(
      async () => {
        const locked = await this.networks.lock(storedNetworkId(id));
        // The shape of a request is validated before the record and its state; with them, the other faults are answered as well.
        if (!locked && faults.length > 0) throw DomainError.invalid(faults);
        if (!locked) return absent(id);
        if (faults.length === 0) checkUnchanged(locked, precondition);
        const { rpc_urls: endpoints = locked.entity.values.rpc_urls } = changes;
        await this.refuseWhereShared(locked.entity, visible);
        const all = [...faults, ...(changes.rpc_urls ? this.rules.rpcUrlFaults(endpoints) : [])];
        if (all.length > 0) throw DomainError.invalid(all);
        const network = locked.entity.withEndpoints(endpoints);
        if (network.equals(locked.entity)) return locked;
        const replaced = await this.networks.replace(locked, network);
        await this.changes.record(changeOf({ before: locked, after: network }));
        return replaced;
      },
      `network/${storedNetworkId(id)}`,
    );
  }

  /**
   * Carries out changes; needs a transaction.
   * @throws DomainError `conflict` where relayers are on one that goes
   */
  async writeAll(changes: readonly RecordChange<Network>[], first?: number): Promise<void> {
    for (const { before, after } of changes) if (before && !after) await this.checkUnused(before.entity);
    await this.networks.many.write(changes, first);
    await this.changes.record(...changes.map(changeOf));
  }

  /**
   * @param visible the relayers that there are for the caller; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` while relayers are on it, `forbidden` where there are
   *   none of these for the caller
   */
  delete(id: string, precondition?: Precondition, visible?: ReadonlySet<string>): Promise<void> {
    return this.transactions.run(
      async () => {
        const locked = (await this.networks.lock(storedNetworkId(id))) ?? absent(id);
        checkUnchanged(locked, precondition);
        await this.checkUnused(locked.entity, visible);
        await this.refuseWhereShared(locked.entity, visible);
        await this.networks.remove(locked);
        await this.changes.record(changeOf({ before: locked }));
      },
      `network/${storedNetworkId(id)}`,
    );
  }

  private async checkUnused(network: Network, visible?: ReadonlySet<string>): Promise<void> {
    const relayers = await this.usage.relayersOn(network, visible);
    if (relayers.length > 0)
      throw DomainError.conflict(`Network ${network.id} is used by relayers: ${relayers.join(', ')}`);
  }

  private async refuseWhereShared(network: Network, visible: ReadonlySet<string> | undefined): Promise<void> {
    if (!visible || !(await this.usage.isUsedBeyond(network, visible))) return;
    throw DomainError.forbidden(`Network ${network.id} is in use`);
  }
}

const changeOf = (change: RecordChange<Network>): Change => ({
  entry: networkAudit.entryOf(change),
  announcements: [networkEvent(change)],
});

function absent(id: string): never {
  throw DomainError.notFound(`Network with ID '${id}' not found`);
}
