import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import { Shape } from '../../kernel/shape';
import { Database } from '../../persistence/database';
import { DocumentTable, published } from '../../persistence/document-table';
import { SecretBox } from '../../persistence/secret-box';
import { conceal, reveal } from '../domain/concealment';
import { SignerKinds } from '../domain/kinds';
import { Signer, type SignerDocument } from '../domain/signer';
import { SignerRepository } from '../domain/signer.repository';
import { placeOfSecret, readSecrets, SignerRow, writeSecrets } from './signer.row';

@Injectable()
export class TypeOrmSignerRepository extends SignerRepository {
  private readonly table: DocumentTable<SignerRow>;

  constructor(
    database: Database,
    private readonly box: SecretBox,
    private readonly kinds: SignerKinds,
  ) {
    super();
    this.table = new DocumentTable(database, SignerRow, ['secrets']);
  }

  override read(id: string): Promise<Published | undefined> {
    return this.table.read(id, published);
  }

  override page(request: PageRequest): Promise<Page<Published>> {
    return this.table.page(request, published);
  }

  override async lock(id: string): Promise<Kept<Signer> | undefined> {
    const row = await this.table.lock(id);
    if (!row) return undefined;
    const { type, config: open } = JSON.parse(row.document) as SignerDocument;
    const kind = this.kinds.find(type);
    if (!kind) throw new Error(`Nothing here knows the signer type ${type}`);
    const secrets = new Map(
      readSecrets(row.secrets).map(([path, value]) => [path, this.box.open(value, placeOfSecret(id, path))]),
    );
    const config = Shape.of(kind.config).read(reveal(kind.config, { open, secrets }), 'config', []);
    return { entity: Signer.restore(id, kind, config), position: row.seq, version: row.version };
  }

  override async add(signer: Signer): Promise<Published> {
    const row = this.row(signer, 1);
    return published({ ...row, seq: await this.table.insert(row) });
  }

  override async replace({ entity, position, version }: Kept<Signer>): Promise<Published> {
    const row = { ...this.row(entity, version + 1), seq: position };
    await this.table.replace(row);
    return published(row);
  }

  override async remove({ position }: Kept<Signer>): Promise<void> {
    await this.table.remove(position);
  }

  private row({ id, kind, config, document }: Signer, version: number): Omit<SignerRow, 'seq'> {
    const sealed = [...conceal(kind.config, config).secrets].map(
      ([path, value]) => [path, this.box.seal(value, placeOfSecret(id, path))] as const,
    );
    return {
      id,
      version,
      type: kind.type,
      document: JSON.stringify(document),
      secrets: writeSecrets(sealed),
      key_id: sealed.length > 0 ? this.box.keyId : null,
    };
  }
}
