import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { type Announcement, Outbox } from '../events/domain/outbox';
import { DomainError, type Fault } from '../kernel/domain-error';
import { isEntityId } from '../kernel/entity-id';
import { checkUnchanged, type Kept, type Precondition } from '../kernel/record';
import type { Page, PageRequest } from '../kernel/page';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { SignerRepository } from '../signers/domain/signer.repository';
import { NetworkTypes } from './domain/policies';
import type { Relayer } from './domain/relayer';
import { tellCreated, tellDeleted, tellSystemState, tellUpdated } from './domain/relayer.events';
import { relayerCreated, relayerDeleted, relayerSystemStateSet, relayerUpdated } from './domain/relayer.facts';
import { isWithin, type RelayerScope, scopeFaults } from './domain/relayer-scope';
import { readRelayerPatch } from './domain/relayer.patch';
import { RelayerReader } from './domain/relayer.reader';
import { type PublishedRelayer, type RelayerFilter, RelayerRepository } from './domain/relayer.repository';
import { readSystemState } from './domain/system-state';

/**
 * What can be done with relayers. Every change is all or nothing. To a caller with a scope, relayers outside of it are
 * not there.
 */
@Injectable()
export class RelayersService {
  private readonly reader: RelayerReader;

  constructor(
    private readonly relayers: RelayerRepository,
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    networkTypes: NetworkTypes,
    urls: UrlRules,
    private readonly transactions: Transactions,
    private readonly journal: Journal,
    private readonly outbox: Outbox,
  ) {
    this.reader = new RelayerReader(networkTypes, urls);
  }

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
    const draft = this.reader.draft(body, misread);
    misread.push(...scopeFaults(scope, draft.id));
    return this.transactions.run(async () => {
      const faults = [...misread];
      const signer = isEntityId(draft.signer_id) ? (await this.signers.lock(draft.signer_id))?.entity : undefined;
      const account = this.reader.account(draft, signer, faults);
      await this.checkNotification(draft.notification_id, faults);
      return this.add(this.reader.compose(draft, account, faults), scope);
    });
  }

  /** @throws DomainError `conflict` where the id or the signer's place is taken */
  add(relayer: Relayer, scope?: RelayerScope): Promise<PublishedRelayer> {
    return this.transactions.run(async () => {
      if (await this.relayers.read(relayer.id)) {
        throw DomainError.conflict(`Relayer with ID ${relayer.id} already exists`);
      }
      await this.checkSignerIsFree(relayer, scope);
      const added = await this.relayers.add(relayer);
      this.journal.record(relayerCreated(relayer));
      this.announce(tellCreated(relayer));
      return added;
    });
  }

  /**
   * Keeps another relayer in place of the one that was locked.
   * @throws DomainError `conflict` where the signer's place is taken
   */
  replace(kept: Kept<Relayer>, relayer: Relayer): Promise<PublishedRelayer> {
    return this.transactions.run(async () => {
      await this.checkSignerIsFree(relayer);
      return this.keep(kept, relayer);
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
      this.reader.checkRpcUrls(patch.custom_rpc_urls, faults);
      const relayer = kept.entity.patched(patch, faults);
      if (relayer.equals(kept.entity)) return this.get(id);
      return this.keep(kept, relayer);
    });
  }

  /**
   * Takes a relayer out of service, or puts it back. What it already is keeps the version.
   * @param body what a runtime sent, unread
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  setSystemState(
    id: string,
    body: unknown,
    precondition?: Precondition,
    scope?: RelayerScope,
  ): Promise<PublishedRelayer> {
    const faults: Fault[] = [];
    const state = readSystemState(body, faults);
    if (faults.length > 0) throw DomainError.invalid(faults);
    return this.transactions.run(async () => {
      const kept = await this.locked(id, scope);
      if (!kept) throw absent(id);
      checkUnchanged(kept, precondition);
      const relayer = kept.entity.withSystemState(state.reason);
      if (relayer.equals(kept.entity)) return this.get(id);
      const told = tellSystemState(kept, relayer, state.retryCount);
      return this.keep(kept, relayer, relayerSystemStateSet(kept, relayer), told);
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
      this.announce(tellDeleted(kept));
    });
  }

  private async keep(
    kept: Kept<Relayer>,
    relayer: Relayer,
    fact = relayerUpdated(kept, relayer),
    told = tellUpdated(kept, relayer),
  ): Promise<PublishedRelayer> {
    const replaced = await this.relayers.replace({ ...kept, entity: relayer });
    this.journal.record(fact);
    this.announce(told);
    return replaced;
  }

  private announce(announcements: readonly Announcement[]): void {
    for (const announcement of announcements) this.outbox.announce(announcement);
  }

  private locked(id: string, scope: RelayerScope): Promise<Kept<Relayer> | undefined> {
    return isWithin(scope, id) ? this.relayers.lock(id) : Promise.resolve(undefined);
  }

  private async checkNotification(id: string | null | undefined, faults: Fault[]): Promise<void> {
    if (id === undefined || id === null || (isEntityId(id) && (await this.notifications.read(id)))) return;
    faults.push({ path: 'notification_id', message: 'must be the id of a notification' });
  }

  private async checkSignerIsFree({ id, document }: Relayer, scope?: RelayerScope): Promise<void> {
    const { signer_id, network_type, network } = document;
    const served = await this.relayers.served(signer_id, network_type, network);
    if (served === undefined || served === id) return;
    const which = isWithin(scope, served) ? `relayer ${served}` : 'another relayer';
    throw DomainError.conflict(`Signer ${signer_id} already serves ${which} on ${network_type}:${network}`);
  }
}

const absent = (id: string): DomainError => DomainError.notFound(`Relayer with ID ${id} not found`);
