import { Column, Entity } from 'typeorm';
import { DocumentRow } from '../../persistence/document.row';
import type { SealedColumn } from '../../persistence/sealed-column';

@Entity('signers')
export class SignerRow extends DocumentRow {
  @Column('varchar', { length: 64 })
  type!: string;

  /** A JSON object: the path of each secret field of the configuration, and its sealed value. */
  @Column('text')
  secrets!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const placeOfSecret = (id: string, path: string): string => `signers/${id}/${path}`;

/** The secrets of a signer by their paths, in its column `secrets`. */
export const readSecrets = (text: string): readonly (readonly [path: string, sealed: string])[] =>
  Object.entries(JSON.parse(text) as Record<string, string>);

export const writeSecrets = (secrets: readonly (readonly [path: string, sealed: string])[]): string =>
  JSON.stringify(Object.fromEntries(secrets));

export const sealedSecrets: SealedColumn = {
  table: 'signers',
  column: 'secrets',
  identity: ['id'],
  replace: (text, [id = ''], change) =>
    writeSecrets(readSecrets(text).map(([path, sealed]) => [path, change(sealed, placeOfSecret(id, path))])),
};
