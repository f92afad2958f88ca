import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
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
  override readonly many: ManyOf<Signer>;
  private readonly mapper: SignerMapper;

  constructor(database: Database, box: SecretBox, kinds: SignerKinds) {
    super();
    this.table = new RecordTable(database, SignerRow);
    this.mapper = new SignerMapper(box, kinds);
    this.many = new ManyRecords(database, SignerRow, {
      stored: (row) => this.mapper.locked(row),
      row: (signer, version) => this.mapper.row(signer, version),
    });
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
}
