import { Injectable } from '@nestjs/common';
import { type Change, ChangeLog } from '../kernel/change-log';
import { DomainError, type Fault } from '../kernel/domain-error';
import { isEntityId } from '../kernel/entity-id';
import { nearestName } from '../kernel/nearest-name';
import { checkUnchanged, type Locked, type Precondition, type RecordChange, type Stored } from '../kernel/record';
import type { Page, PageRequest } from '../kernel/page';
import type { Prepared } from '../kernel/prepared';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import type { Validated } from '../kernel/validation';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { SignerRepository } from '../signers/domain/signer.repository';
import { KnownNetworks, networkNotFound } from './domain/known-networks';
import { NetworkTypes } from './domain/policies';
import type { Relayer } from './domain/relayer';
import { createdEvents, deletedEvents, systemStateEvents, updatedEvents } from './domain/relayer.events';
import { relayerCreated, relayerDeleted, relayerSystemStateSet, relayerUpdated } from './domain/relayer.audit';
import type { RelayerDraft } from './domain/relayer.fields';
import { isWithin, type RelayerScope, scopeFaults } from './domain/relayer-scope';
import type { RelayerPatch } from './domain/relayer.patch';
import { type RelayerFilter, RelayerRepository } from './domain/relayer.repository';
import { RelayerRules } from './domain/relayer.rules';
import type { SystemState } from './domain/system-state';

/**
 * What can be done with relayers. Every change is all or nothing: repositories follow the transaction of the call, which
 * may run again ({@link Transactions.run}). To a caller with a scope, relayers outside of it are
 * not there.
 */
@Injectable()
export class RelayersService {
  private readonly rules: RelayerRules;

  constructor(
    private readonly relayers: RelayerRepository,
    private readonly signers: SignerRepository,
    private readonly notifications: NotificationRepository,
    private readonly networks: KnownNetworks,
    private readonly networkTypes: NetworkTypes,
    urls: UrlRules,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
  ) {
    this.rules = new RelayerRules(networkTypes, urls);
  }

  /** Oldest first. */
  list(request: PageRequest, filter: RelayerFilter = {}): Promise<Page<Stored<Relayer>>> {
    return this.relayers.page(request, filter);
  }

  /** @throws DomainError `not_found` */
  async get(id: string, scope?: RelayerScope): Promise<Stored<Relayer>> {
    const relayer = isWithin(scope, id) ? await this.relayers.find(id) : undefined;
    return relayer ?? absent(id);
  }

  /** @throws DomainError `invalid` with every fault; `conflict` where the id or the signer serves another relayer there */
  create(validated: Validated<RelayerDraft>, scope?: RelayerScope): Promise<Stored<Relayer>> {
    const { value: draft } = validated;
    const faults = [...this.rules.draftFaults(validated), ...scopeFaults(scope, draft.id)];
    return this.transactions.run(async () => {
      const signer = isEntityId(draft.signer_id) ? (await this.signers.lock(draft.signer_id))?.entity : undefined;
      const ofReferences = [
        ...(await this.networkFaults(draft)),
        ...(await this.notificationFaults(draft.notification_id)),
      ];
      return this.add(this.rules.create(draft, signer, faults, ofReferences), scope);
    });
  }

  /** @throws DomainError `conflict` as {@link create}, `forbidden` where that relayer is not there for the caller */
  add(relayer: Relayer, scope?: RelayerScope): Promise<Stored<Relayer>> {
    return this.transactions.run(async () => {
      if (await this.relayers.find(relayer.id)) {
        throw DomainError.conflict(`Relayer with ID ${relayer.id} already exists`);
      }
      await this.checkSignerIsFree(relayer, scope);
      const added = await this.relayers.add(relayer);
      await this.changes.record(changeOf({ after: relayer }));
      return added;
    });
  }

  /** Makes changes ready to be written that were found to be right beside one another and all that is stored. */
  async prepareAll(changes: readonly RecordChange<Relayer>[]): Promise<Prepared> {
    const records = this.relayers.many.prepare(changes);
    return { records, changes: await this.changes.prepare(...changes.map(changeOf)) };
  }

  /** Carries out what was prepared; needs a transaction, in which nobody else changes these relayers. */
  async writePrepared(prepared: Prepared, first?: number): Promise<void> {
    const { records, changes } = prepared as { readonly records: Prepared; readonly changes: Prepared };
    await this.relayers.many.writePrepared(records, first);
    await this.changes.write(changes);
  }

  /**
   * Applies a merge patch (RFC 7396). A patch that changes nothing keeps the version.
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  patch(
    id: string,
    { value: patch, faults }: Validated<RelayerPatch>,
    precondition?: Precondition,
    scope?: RelayerScope,
  ): Promise<Stored<Relayer>> {
    return this.transactions.run(async () => {
      const locked = await this.locked(id, scope);
      // The shape of a request is validated before the record and its state; with them, the other faults are answered as well.
      if (!locked && faults.length > 0) throw DomainError.invalid(faults);
      if (!locked) return absent(id);
      if (faults.length === 0) checkUnchanged(locked, precondition);
      const relayer = locked.entity.patched(patch, [
        ...faults,
        ...(await this.notificationFaults(patch.notification_id)),
        ...this.rules.rpcUrlFaults(patch.custom_rpc_urls),
      ]);
      return relayer.equals(locked.entity) ? locked : this.change(locked, relayer);
    }, `relayer/${id}`);
  }

  /**
   * Takes a relayer out of service, or puts it back. What it already is keeps the version.
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  setSystemState(
    id: string,
    { value: state, faults }: Validated<SystemState>,
    precondition?: Precondition,
    scope?: RelayerScope,
  ): Promise<Stored<Relayer>> {
    return this.transactions.run(async () => {
      if (faults.length > 0) throw DomainError.invalid(faults);
      const locked = (await this.locked(id, scope)) ?? absent(id);
      checkUnchanged(locked, precondition);
      const relayer = locked.entity.withSystemState(state.reason);
      if (relayer.equals(locked.entity)) return locked;
      return this.change(locked, relayer, {
        entry: relayerSystemStateSet(locked, relayer),
        announcements: systemStateEvents(locked, relayer, state.retryCount),
      });
    }, `relayer/${id}`);
  }

  /** @throws DomainError `not_found`, `precondition_failed` */
  delete(id: string, precondition?: Precondition, scope?: RelayerScope): Promise<void> {
    return this.transactions.run(async () => {
      const locked = (await this.locked(id, scope)) ?? absent(id);
      checkUnchanged(locked, precondition);
      await this.relayers.remove(locked);
      await this.changes.record(changeOf({ before: locked }));
    }, `relayer/${id}`);
  }

  private async change(
    locked: Locked<Relayer>,
    relayer: Relayer,
    change = changeOf({ before: locked, after: relayer }),
  ): Promise<Stored<Relayer>> {
    const replaced = await this.relayers.replace(locked, relayer);
    await this.changes.record(change);
    return replaced;
  }

  private locked(id: string, scope: RelayerScope): Promise<Locked<Relayer> | undefined> {
    return isWithin(scope, id) ? this.relayers.lock(id) : Promise.resolve(undefined);
  }

  private async networkFaults({ network_type, network }: RelayerDraft): Promise<Fault[]> {
    if (!this.networkTypes.find(network_type) || typeof network !== 'string') return [];
    const name = { network_type, network };
    if ((await this.networks.hold([name])).size > 0) return [];
    const nearest = nearestName(network, await this.networks.names(network_type));
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return [{ path: 'network', message: networkNotFound(name) + hint }];
  }

  private async notificationFaults(id: string | null | undefined): Promise<Fault[]> {
    if (id === undefined || id === null || (isEntityId(id) && (await this.notifications.find(id)))) return [];
    return [{ path: 'notification_id', message: 'must be the id of a notification' }];
  }

  private async checkSignerIsFree({ id, document }: Relayer, scope?: RelayerScope): Promise<void> {
    const { signer_id, network_type, network } = document;
    const served = await this.relayers.served(signer_id, network_type, network);
    if (served === undefined || served === id) return;
    const message = `Signer ${signer_id} already serves relayer ${served} on ${network_type}:${network}`;
    throw isWithin(scope, served) ? DomainError.conflict(message) : DomainError.forbidden(message);
  }
}

function changeOf({ before, after }: RecordChange<Relayer>): Change {
  if (!before) return { entry: relayerCreated(after), announcements: createdEvents(after) };
  if (!after) return { entry: relayerDeleted(before), announcements: deletedEvents(before) };
  return { entry: relayerUpdated(before, after), announcements: updatedEvents(before, after) };
}

function absent(id: string): never {
  throw DomainError.notFound(`Relayer with ID ${id} not found`);
}
