import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { DomainError, type Fault } from '../kernel/domain-error';
import { isEntityId } from '../kernel/entity-id';
import { checkUnchanged, type Kept, type Precondition } from '../kernel/record';
import type { Page, PageRequest } from '../kernel/page';
import { Shape } from '../kernel/shape';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import type { Signer } from '../signers/domain/signer';
import { SignerRepository } from '../signers/domain/signer.repository';
import { NetworkTypes } from './domain/policies';
import type { NetworkType } from './domain/policies/policy';
import { Relayer } from './domain/relayer';
import { relayerCreated, relayerDeleted, relayerUpdated } from './domain/relayer.facts';
import { isWithin, type RelayerScope, scopeFaults } from './domain/relayer-scope';
import { RelayerDraft } from './domain/relayer.fields';
import { readRelayerPatch } from './domain/relayer.patch';
import { type PublishedRelayer, type RelayerFilter, RelayerRepository } from './domain/relayer.repository';
import type { RpcConfig } from './domain/rpc-config';

/**
 * What can be done with relayers. Every change is all or nothing. To a caller with a scope, relayers outside of it are
 * not there.
 */
@Injectable()
export class RelayersService {
  constructor(
    private readonly relayers: RelayerRepository,
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly networkTypes: NetworkTypes,
    private readonly urls: UrlRules,
    private readonly transactions: Transactions,
    private readonly journal: Journal,
  ) {}

  /** Oldest first. */
  list(request: PageRequest, filter: RelayerFilter = {}): Promise<Page<PublishedRelayer>> {
    return this.relayers.page(request, filter);
  }

  /** @throws DomainError `not_found` */
  async get(id: string, scope?: RelayerScope): Promise<PublishedRelayer> {
    const relayer = isWithin(scope, id) ? await this.relayers.read(id) : undefined;
    if (!relayer) throw absent(id);
    return relayer;
  }

  /**
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault; `conflict` where the id or the signer's place is taken
   */
  create(body: unknown, scope?: RelayerScope): Promise<PublishedRelayer> {
    const misread: Fault[] = [];
    const draft = Shape.of(RelayerDraft).read(body, '', misread);
    const networkType = this.networkTypes.find(draft.network_type);
    if (draft.network_type && !networkType) misread.push({ path: 'network_type', message: this.networkTypesRule() });
    misread.push(...scopeFaults(scope, draft.id));
    return this.transactions.run(async () => {
      const faults = [...misread];
      const signer = await this.signerOf(draft, networkType, faults);
      await this.checkNotification(draft.notification_id, faults);
      this.checkRpcUrls(draft.custom_rpc_urls, faults);
      if (!networkType) throw DomainError.invalid(faults);
      const relayer = Relayer.create(draft, networkType, signer?.account(networkType.curve), faults);
      if (await this.relayers.read(relayer.id)) {
        throw DomainError.conflict(`Relayer with ID ${relayer.id} already exists`);
      }
      await this.checkSignerIsFree(relayer, scope);
      const added = await this.relayers.add(relayer);
      this.journal.record(relayerCreated(relayer));
      return added;
    });
  }

  /**
   * Applies a merge patch (RFC 7396). A patch that changes nothing keeps the version.
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  patch(id: string, body: unknown, precondition?: Precondition, scope?: RelayerScope): Promise<PublishedRelayer> {
    const misread: Fault[] = [];
    const patch = readRelayerPatch(body, misread);
    return this.transactions.run(async () => {
      const faults = [...misread];
      const kept = await this.locked(id, scope);
      // The shape of a request is judged before the record and its state; with them, the other rules are told as well.
      if (!kept) throw faults.length > 0 ? DomainError.invalid(faults) : absent(id);
      if (faults.length === 0) checkUnchanged(kept, precondition);
      await this.checkNotification(patch.notification_id, faults);
      this.checkRpcUrls(patch.custom_rpc_urls, faults);
      const relayer = kept.entity.patched(patch, faults);
      if (relayer.equals(kept.entity)) return this.get(id);
      const replaced = await this.relayers.replace({ ...kept, entity: relayer });
      this.journal.record(relayerUpdated(kept, relayer));
      return replaced;
    });
  }

  /** @throws DomainError `not_found`, `precondition_failed` */
  delete(id: string, precondition?: Precondition, scope?: RelayerScope): Promise<void> {
    return this.transactions.run(async () => {
      const kept = await this.locked(id, scope);
      if (!kept) throw absent(id);
      checkUnchanged(kept, precondition);
      await this.relayers.remove(kept);
      this.journal.record(relayerDeleted(kept));
    });
  }

  private async locked(id: string, scope: RelayerScope): Promise<Kept<Relayer> | undefined> {
    return isWithin(scope, id) ? this.relayers.lock(id) : undefined;
  }

  private async signerOf(
    { signer_id }: RelayerDraft,
    networkType: NetworkType | undefined,
    faults: Fault[],
  ): Promise<Signer | undefined> {
    const path = 'signer_id';
    const signer = isEntityId(signer_id) ? (await this.signers.lock(signer_id))?.entity : undefined;
    if (!signer) {
      faults.push({ path, message: 'must be the id of a signer' });
      return undefined;
    }
    const { type, networkTypes } = signer.kind;
    if (!networkType || networkTypes.includes(networkType.name) || networkType.signerTypes?.includes(type))
      return signer;
    faults.push({ path, message: `must be a signer for ${networkType.name}, which one of type ${type} is not` });
    return undefined;
  }

  private async checkNotification(id: string | null | undefined, faults: Fault[]): Promise<void> {
    if (id === undefined || id === null || (isEntityId(id) && (await this.notifications.read(id)))) return;
    faults.push({ path: 'notification_id', message: 'must be the id of a notification' });
  }

  private checkRpcUrls(configs: readonly RpcConfig[] | null | undefined, faults: Fault[]): void {
    for (const [index, { url }] of configs?.entries() ?? []) {
      const message = this.urls.rpcFault(url);
      if (message !== undefined) faults.push({ path: `custom_rpc_urls[${String(index)}].url`, message });
    }
  }

  private async checkSignerIsFree({ document }: Relayer, scope: RelayerScope): Promise<void> {
    const { signer_id, network_type, network } = document;
    const served = await this.relayers.served(signer_id, network_type, network);
    if (served === undefined) return;
    const which = isWithin(scope, served) ? `relayer ${served}` : 'another relayer';
    throw DomainError.conflict(`Signer ${signer_id} already serves ${which} on ${network_type}:${network}`);
  }

  private networkTypesRule(): string {
    return `must be one of ${this.networkTypes
      .all()
      .map(({ name }) => name)
      .join(', ')}`;
  }
}

const absent = (id: string): DomainError => DomainError.notFound(`Relayer with ID ${id} not found`);
