import { Column, Entity } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';
import { SealError } from '../../encryption/secret-box';
import { RecordRow } from '../../persistence/record.row';

@Entity('signers')
export class SignerRow extends RecordRow {
  @Column('varchar', { length: 64 })
  type!: string;

  /** A JSON object: the configuration without its secrets. */
  @Column('text')
  config!: string;

  /** A JSON object: the path of each secret field of the configuration, and its sealed value. */
  @Column('text')
  secrets!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;

  /** A JSON object: the variables of files that its secrets came from. */
  @Column('text', { nullable: true })
  variables!: string | null;
}

type Secrets = readonly (readonly [path: string, sealed: string])[];

export const locationOfSecret = (id: string, path: string): string => `signers/${id}/${path}`;

/**
 * The secrets of a signer by their paths, in its column `secrets`.
 * @throws SealError
 */
export function readSecrets(id: string, text: string): Secrets {
  try {
    return Object.entries(JSON.parse(text) as Record<string, string>);
  } catch (cause) {
    throw new SealError(`signers/${id}/secrets`, `What is sealed at signers/${id}/secrets is damaged`, { cause });
  }
}

export const writeSecrets = (secrets: Secrets): string => JSON.stringify(Object.fromEntries(secrets));

export const sealedSecrets: SealedColumn = {
  table: 'signers',
  column: 'secrets',
  identity: ['id'],
  replace: (text, [id = ''], change) =>
    writeSecrets(readSecrets(id, text).map(([path, sealed]) => [path, change(sealed, locationOfSecret(id, path))])),
};
