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
import type { RpcConfig } from '../domain/rpc-config';
import { placeOfRpcUrls, RelayerRow } from './relayer.row';

type SealedRpcUrls = Pick<RelayerRow, 'key_id' | 'custom_rpc_urls'>;

/** A relayer with what its row was, so that what stays the same is neither sealed nor written again. */
interface LockedRelayer extends Kept<Relayer> {
  readonly row?: RelayerRow;
  readonly rpcUrls?: string | undefined;
}

@Injectable()
export class TypeOrmRelayerRepository extends RelayerRepository {
  private readonly table: DocumentTable<RelayerRow>;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly networkTypes: NetworkTypes,
  ) {
    super();
    this.table = new DocumentTable(database, RelayerRow, ['custom_rpc_urls']);
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
    const rpcUrls = this.openRpcUrls(row);
    const custom_rpc_urls = rpcUrls === undefined ? null : (JSON.parse(rpcUrls) as RpcConfig[]);
    const entity = Relayer.restore({ ...document, custom_rpc_urls }, networkType, row.document);
    return { entity, position: row.seq, version: row.version, row, rpcUrls };
  }

  override async served(signerId: string, networkType: string, network: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(
      'SELECT id FROM relayers WHERE signer_id = ? AND network_type = ? AND network = ?',
      [signerId, networkType, network],
    );
    return row?.id;
  }

  override async add(relayer: Relayer): Promise<PublishedRelayer> {
    const rpcUrls = textOf(relayer.rpcUrls);
    const row = this.row(relayer, 1, this.sealed(relayer.id, rpcUrls));
    const seq = await this.table.insert(row);
    return this.publish({ ...row, seq }, rpcUrls);
  }

  override async replace({
    entity,
    position,
    version,
    row: before,
    ...kept
  }: LockedRelayer): Promise<PublishedRelayer> {
    const rpcUrls = textOf(entity.rpcUrls);
    const isSealed =
      before && rpcUrls === kept.rpcUrls && before.key_id === (rpcUrls === undefined ? null : this.box.keyId);
    const row = {
      ...this.row(entity, version + 1, isSealed ? before : this.sealed(entity.id, rpcUrls)),
      seq: position,
    };
    await this.table.replace(row, before);
    return this.publish(row, rpcUrls);
  }

  override async remove({ position }: Kept<Relayer>): Promise<void> {
    await this.table.remove(position);
  }

  private publish(row: RelayerRow, rpcUrls = this.openRpcUrls(row)): PublishedRelayer {
    return { ...published(row), rpcUrls };
  }

  private row(
    { document, json }: Relayer,
    version: number,
    { key_id, custom_rpc_urls }: SealedRpcUrls,
  ): Omit<RelayerRow, 'seq'> {
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
      key_id,
      custom_rpc_urls,
    };
  }

  private sealed(id: string, rpcUrls: string | undefined): SealedRpcUrls {
    if (rpcUrls === undefined) return { key_id: null, custom_rpc_urls: null };
    return { key_id: this.box.keyId, custom_rpc_urls: this.box.seal(rpcUrls, placeOfRpcUrls(id)) };
  }

  private openRpcUrls({ id, custom_rpc_urls }: RelayerRow): string | undefined {
    return custom_rpc_urls === null ? undefined : this.box.open(custom_rpc_urls, placeOfRpcUrls(id));
  }
}

const textOf = (rpcUrls: readonly RpcConfig[] | null): string | undefined =>
  rpcUrls === null ? undefined : JSON.stringify(rpcUrls);

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
