import { Injectable } from '@nestjs/common';
import { openable } from '../../encryption/openable';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import { Locked, type ManyOf, type Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import { NetworkKinds } from '../domain/kinds';
import type { Network } from '../domain/network';
import { isNetworkId } from '../domain/network-id';
import { NetworkRepository } from '../domain/network.repository';
import { NetworkMapper } from './network.mapper';
import { NetworkRow } from './network.row';

@Injectable()
export class TypeOrmNetworkRepository extends NetworkRepository {
  private readonly table: RecordTable<NetworkRow>;
  override readonly many: ManyOf<Network>;
  private readonly mapper: NetworkMapper;

  constructor(database: Database, box: SecretBox, kinds: NetworkKinds) {
    super();
    this.mapper = new NetworkMapper(box, kinds);
    this.table = new RecordTable(database, NetworkRow, undefined, isNetworkId);
    this.many = new ManyRecords(database, NetworkRow, this.mapper, isNetworkId);
  }

  override async find(id: string): Promise<Stored<Network> | undefined> {
    const row = await this.table.find(id);
    return row && this.mapper.stored(row);
  }

  override async page(request: PageRequest): Promise<Page<Stored<Network>>> {
    return mapPage(await this.table.page(request), (row) => openable(() => this.mapper.stored(row)));
  }

  override async lock(id: string): Promise<Locked<Network> | undefined> {
    const row = await this.table.lock(id);
    return row && new Locked(this.mapper.entity(row), row.seq, row.version);
  }

  override async add(network: Network): Promise<Stored<Network>> {
    const { seq, version } = await this.table.add(this.mapper.row(network, 1));
    return { entity: network, position: seq, version };
  }

  override async replace({ position, version }: Locked<Network>, network: Network): Promise<Stored<Network>> {
    const row = { ...this.mapper.row(network, version + 1), seq: position };
    await this.table.replace(row);
    return { entity: network, position, version: row.version };
  }

  override async remove({ position }: Locked<Network>): Promise<void> {
    await this.table.remove(position);
  }
}
