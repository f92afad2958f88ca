import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { SecretBox } from '../../encryption/secret-box';
import type { UnsupportedSection } from '../domain/configuration-document';
import { UnsupportedSections } from '../domain/unsupported-sections';
import { type UnsupportedSectionRow, placeOfSection } from './unsupported-section.row';

const READ = 'SELECT document FROM configuration_sections WHERE name = ?';
const WRITE = `INSERT INTO configuration_sections (name, document, key_id) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET document = excluded.document, key_id = excluded.key_id`;

/** Sealed, as URLs of networks often carry credentials, and nobody knows what plugins hold. */
@Injectable()
export class TypeOrmUnsupportedSections extends UnsupportedSections {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  override async read(name: UnsupportedSection): Promise<string | undefined> {
    const [row] = await this.database.query<UnsupportedSectionRow>(READ, [name]);
    return row && this.box.open(row.document, placeOfSection(name));
  }

  override async write(name: UnsupportedSection, json: string): Promise<void> {
    await this.database.query(WRITE, [name, this.box.seal(json, placeOfSection(name)), this.box.keyId]);
  }
}
