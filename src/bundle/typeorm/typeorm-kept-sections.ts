import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { SecretBox } from '../../persistence/secret-box';
import type { KeptSection } from '../domain/configuration-file';
import { KeptSections } from '../domain/kept-sections';
import { type KeptSectionRow, placeOfSection } from './kept-section.row';

const READ = 'SELECT document FROM configuration_sections WHERE name = ?';
const WRITE = `INSERT INTO configuration_sections (name, document, key_id) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET document = excluded.document, key_id = excluded.key_id`;

/** Sealed, as URLs of networks often carry credentials, and nobody knows what plugins hold. */
@Injectable()
export class TypeOrmKeptSections extends KeptSections {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  override async read(name: KeptSection): Promise<string | undefined> {
    const [row] = await this.database.query<KeptSectionRow>(READ, [name]);
    return row && this.box.open(row.document, placeOfSection(name));
  }

  override async write(name: KeptSection, json: string): Promise<void> {
    await this.database.query(WRITE, [name, this.box.seal(json, placeOfSection(name)), this.box.keyId]);
  }
}
