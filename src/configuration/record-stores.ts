import { Injectable } from '@nestjs/common';
import type { Prepared } from '../kernel/prepared';
import type { ManyOf, RecordChange } from '../kernel/record';
import { NetworkRepository } from '../networks/domain/network.repository';
import { NetworksService } from '../networks/networks.service';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { PluginRepository } from '../plugins/domain/plugin.repository';
import { PluginsService } from '../plugins/plugins.service';
import { RelayerRepository } from '../relayers/domain/relayer.repository';
import { RelayersService } from '../relayers/relayers.service';
import { SignerRepository } from '../signers/domain/signer.repository';
import { SignersService } from '../signers/signers.service';
import { networkRecords } from './domain/records/network.records';
import { notificationRecords } from './domain/records/notification.records';
import { pluginRecords } from './domain/records/plugin.records';
import type { Identified, RecordKind } from './domain/records/record-kind';
import { relayerRecords } from './domain/records/relayer.records';
import { signerRecords } from './domain/records/signer.records';
import { opened } from './section-plan';

interface WritingService<Entity> {
  writeAll(changes: readonly RecordChange<Entity>[], first?: number): Promise<void>;
}

/** Has changes ready before the transaction that writes them, as there may be very many. */
export interface PreparingService<Entity> {
  prepareAll(changes: readonly RecordChange<Entity>[]): Promise<Prepared>;
  writePrepared(prepared: Prepared, first?: number): Promise<void>;
}

/** How the records of one kind are found and written. */
export interface RecordStore<Entity> {
  readonly many: ManyOf<Entity>;
  readonly service: WritingService<Entity> | PreparingService<Entity>;
}

/** Where the records of each kind are stored. */
@Injectable()
export class RecordStores {
  private readonly stores: ReadonlyMap<RecordKind, RecordStore<Identified>>;

  constructor(
    relayers: RelayerRepository,
    relayersService: RelayersService,
    signers: SignerRepository,
    signersService: SignersService,
    notifications: NotificationRepository,
    notificationsService: NotificationsService,
    networks: NetworkRepository,
    networksService: NetworksService,
    plugins: PluginRepository,
    pluginsService: PluginsService,
  ) {
    this.stores = new Map<RecordKind, RecordStore<Identified>>([
      [relayerRecords, { many: relayers.many, service: relayersService }],
      [signerRecords, { many: signers.many, service: signersService }],
      [notificationRecords, { many: notifications.many, service: notificationsService }],
      [networkRecords, { many: networks.many, service: networksService }],
      [pluginRecords, { many: plugins.many, service: pluginsService }],
    ]);
  }

  /** @throws Error where a kind is not among them */
  of<Entity extends Identified>(kind: RecordKind<Entity>): RecordStore<Entity> {
    const store = this.stores.get(kind);
    if (!store) throw new Error(`There is no store of ${kind.section}`);
    return store as RecordStore<Entity>;
  }

  /**
   * Those of the records that are stored.
   * @throws DomainError `conflict` where one cannot be opened
   */
  async entities<Entity extends Identified>(
    kind: RecordKind<Entity>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Entity>> {
    const stored = await opened(() => this.of(kind).many.find(ids));
    return new Map([...stored].map(([id, { entity }]) => [id, entity]));
  }
}
