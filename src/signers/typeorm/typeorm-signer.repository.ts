import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import type { Locked, RecordChange, Revision, Stored } from '../../kernel/record';
import { Database } from '../../persistence/database';
import { ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import { SignerKinds } from '../domain/kinds';
import type { Signer, SignerDocument } from '../domain/signer';
import { SignerRepository } from '../domain/signer.repository';
import { SignerMapper } from './signer.mapper';
import { SignerRow } from './signer.row';

@Injectable()
export class TypeOrmSignerRepository extends SignerRepository {
  private readonly table: RecordTable<SignerRow>;
  private readonly many: ManyRecords<SignerRow>;
  private readonly mapper: SignerMapper;

  constructor(database: Database, box: SecretBox, kinds: SignerKinds) {
    super();
    this.table = new RecordTable(database, SignerRow);
    this.many = new ManyRecords(database, SignerRow);
    this.mapper = new SignerMapper(box, kinds);
  }

  override async find(id: string): Promise<Stored<SignerDocument> | undefined> {
    const row = await this.table.find(id);
    return row && this.mapper.stored(row);
  }

  override async page(request: PageRequest): Promise<Page<Stored<SignerDocument>>> {
    return mapPage(await this.table.page(request), (row) => this.mapper.stored(row));
  }

  override async lock(id: string): Promise<Locked<Signer> | undefined> {
    const row = await this.table.lock(id);
    return row && this.mapper.locked(row);
  }

  override async add(signer: Signer): Promise<Stored<SignerDocument>> {
    return this.mapper.stored(await this.table.add(this.mapper.row(signer, 1)));
  }

  override async replace({ position, version }: Locked<Signer>, signer: Signer): Promise<Stored<SignerDocument>> {
    const row = { ...this.mapper.row(signer, version + 1), seq: position };
    await this.table.replace(row);
    return this.mapper.stored(row);
  }

  override async remove({ position }: Locked<Signer>): Promise<void> {
    await this.table.remove(position);
  }

  override async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<Signer>>> {
    const rows = await this.many.find(ids);
    return new Map(rows.map((row) => [row.id, this.mapper.locked(row)]));
  }

  override lockAll(ids: readonly string[]): Promise<ReadonlyMap<string, Revision>> {
    return this.many.lock(ids);
  }

  override idsAfter(id: string): Promise<readonly string[]> {
    return this.many.idsAfter(id);
  }

  override revisionsAfter(position: number): Promise<readonly (Revision & { readonly id: string })[]> {
    return this.many.revisionsAfter(position);
  }

  override writeAll(changes: readonly RecordChange<Signer>[]): Promise<void> {
    return this.many.write(changes, (signer, version) => this.mapper.row(signer, version));
  }
}
