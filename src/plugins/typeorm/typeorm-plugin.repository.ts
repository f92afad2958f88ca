import { Injectable } from '@nestjs/common';
import { openable } from '../../encryption/openable';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import { Locked, type ManyOf, type Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import type { Plugin } from '../domain/plugin';
import { isPluginId } from '../domain/plugin-id';
import { PluginRepository } from '../domain/plugin.repository';
import { PluginMapper } from './plugin.mapper';
import { PluginRow } from './plugin.row';

@Injectable()
export class TypeOrmPluginRepository extends PluginRepository {
  private readonly table: RecordTable<PluginRow>;
  override readonly many: ManyOf<Plugin>;
  private readonly mapper: PluginMapper;

  constructor(database: Database, box: SecretBox) {
    super();
    this.table = new RecordTable(database, PluginRow, undefined, isPluginId);
    this.mapper = new PluginMapper(box);
    const mapping = {
      stored: (row: PluginRow) => this.locked(row),
      row: (plugin: Plugin, version: number) => this.mapper.row(plugin, version),
    };
    this.many = new ManyRecords(database, PluginRow, mapping, isPluginId);
  }

  override async find(id: string): Promise<Stored<Plugin> | undefined> {
    const row = await this.table.find(id);
    return row && this.stored(row);
  }

  override async page(request: PageRequest): Promise<Page<Stored<Plugin>>> {
    return mapPage(await this.table.page(request), (row) => openable(() => this.stored(row)));
  }

  override async lock(id: string): Promise<Locked<Plugin> | undefined> {
    const row = await this.table.lock(id);
    return row && this.locked(row);
  }

  override async replace({ position, version }: Locked<Plugin>, plugin: Plugin): Promise<Stored<Plugin>> {
    await this.table.replace({ ...this.mapper.row(plugin, version + 1), seq: position });
    return { entity: plugin, position, version: version + 1 };
  }

  private stored(row: PluginRow): Stored<Plugin> {
    return { entity: this.mapper.entity(row), position: row.seq, version: row.version };
  }

  private locked(row: PluginRow): Locked<Plugin> {
    return new Locked(this.mapper.entity(row), row.seq, row.version);
  }
}
