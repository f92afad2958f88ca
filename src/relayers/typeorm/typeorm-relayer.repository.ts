import { Injectable } from '@nestjs/common';
import { parseExact } from '../../kernel/exact-json';
import type { Page, PageRequest } from '../../kernel/page';
import type { Kept } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { DocumentTable, published } from '../../persistence/document-table';
import type { Condition } from '../../persistence/filtered-page';
import { SecretBox } from '../../persistence/secret-box';
import { NetworkTypes } from '../domain/policies';
import { Relayer, type RelayerDocument } from '../domain/relayer';
import { type PublishedRelayer, type RelayerFilter, RelayerRepository } from '../domain/relayer.repository';
import type { DisabledReason } from '../domain/disabled-reason';
import type { RpcConfig } from '../domain/rpc-config';
import { type Opened, RelayerSeals, type SealedColumns, textsOf } from './relayer-seals';
import { RelayerRow } from './relayer.row';

/** A relayer with what its row was, so that what stays the same is neither sealed nor written again. */
interface LockedRelayer extends Kept<Relayer> {
  readonly opened?: Opened;
}

@Injectable()
export class TypeOrmRelayerRepository extends RelayerRepository {
  private readonly table: DocumentTable<RelayerRow>;
  private readonly seals: RelayerSeals;

  constructor(
    private readonly database: Database,
    box: SecretBox,
    private readonly networkTypes: NetworkTypes,
  ) {
    super();
    this.seals = new RelayerSeals(box);
    this.table = new DocumentTable(database, RelayerRow, ['custom_rpc_urls', 'disabled_reason']);
  }

  override read(id: string): Promise<PublishedRelayer | undefined> {
    return this.table.read(id, (row) => this.publish(row));
  }

  override page(request: PageRequest, filter: RelayerFilter): Promise<Page<PublishedRelayer>> {
    return this.table.page(request, (row) => this.publish(row), conditionsOf(filter));
  }

  override async lock(id: string): Promise<LockedRelayer | undefined> {
    const row = await this.table.lock(id);
    if (!row) return undefined;
    const document = parseExact(row.document) as RelayerDocument;
    const networkType = this.networkTypes.find(document.network_type);
    if (!networkType) throw new Error(`Nothing here knows the network type ${document.network_type}`);
    const texts = this.seals.open(row);
    const custom_rpc_urls = texts.rpcUrls === undefined ? null : (JSON.parse(texts.rpcUrls) as RpcConfig[]);
    const hidden = texts.disabledReason && { disabled_reason: JSON.parse(texts.disabledReason) as DisabledReason };
    const entity = Relayer.restore({ ...document, ...hidden, custom_rpc_urls }, networkType, row.document);
    return { entity, position: row.seq, version: row.version, opened: { row, texts } };
  }

  override async served(signerId: string, networkType: string, network: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(
      'SELECT id FROM relayers WHERE signer_id = ? AND network_type = ? AND network = ?',
      [signerId, networkType, network],
    );
    return row?.id;
  }

  override async add(relayer: Relayer): Promise<PublishedRelayer> {
    const texts = textsOf(relayer);
    const row = this.row(relayer, 1, this.seals.seal(relayer.id, texts));
    const seq = await this.table.insert(row);
    return this.publish({ seq, ...row }, texts);
  }

  override async replace({ entity, position, version, opened }: LockedRelayer): Promise<PublishedRelayer> {
    const texts = textsOf(entity);
    const row = { seq: position, ...this.row(entity, version + 1, this.seals.seal(entity.id, texts, opened)) };
    await this.table.replace(row, opened?.row);
    return this.publish(row, texts);
  }

  override async remove({ position }: Kept<Relayer>): Promise<void> {
    await this.table.remove(position);
  }

  private publish(row: RelayerRow, texts = this.seals.open(row)): PublishedRelayer {
    const { rpcUrls, disabledReason } = texts;
    return { rpcUrls, disabledReason, ...published(row) };
  }

  private row({ document, json }: Relayer, version: number, sealed: SealedColumns): Omit<RelayerRow, 'seq'> {
    const { id, name, address } = document;
    return {
      id,
      version,
      document: json,
      network_type: document.network_type,
      network: document.network,
      paused: document.paused,
      system_disabled: document.system_disabled,
      signer_id: document.signer_id,
      notification_id: document.notification_id,
      search_text: [id, name, address].join('\n').toLowerCase(),
      ...sealed,
    };
  }
}

function conditionsOf(filter: RelayerFilter): Condition[] {
  const conditions: Condition[] = [];
  const equals = (column: string, value: string | boolean | undefined): void => {
    if (value !== undefined) conditions.push({ sql: `${column} = ?`, parameters: [value] });
  };
  if (filter.ids) {
    const ids = [...filter.ids];
    conditions.push({ sql: `id IN (${ids.map(() => '?').join(', ')})`, parameters: ids });
  }
  equals('network_type', filter.networkType);
  equals('network', filter.network);
  equals('paused', filter.paused);
  equals('system_disabled', filter.systemDisabled);
  equals('signer_id', filter.signerId);
  equals('notification_id', filter.notificationId);
  if (filter.search !== undefined) {
    const literal = filter.search.toLowerCase().replace(/[\\%_]/g, '\\$&');
    conditions.push({ sql: String.raw`search_text LIKE ? ESCAPE '\'`, parameters: [`%${literal}%`] });
  }
  return conditions;
}
