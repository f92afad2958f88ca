import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';

@Entity('answered_requests')
export class AnsweredRequestRow {
  /** Whose request, and to which route. */
  @PrimaryColumn('varchar', { length: 255 })
  scope!: string;

  @PrimaryColumn('varchar', { length: 255 })
  request_key!: string;

  /** ISO 8601, in UTC: texts compare as times do. */
  @Column('varchar', { length: 24 })
  answered_at!: string;

  /** Sealed. */
  @Column('text')
  answer!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const locationOfAnswer = (scope: string, key: string): string => `answered_requests/${scope}/${key}`;

export const sealedAnswers: SealedColumn = {
  table: 'answered_requests',
  column: 'answer',
  identity: ['scope', 'request_key'],
  replace: (text, [scope = '', key = ''], change) => change(text, locationOfAnswer(scope, key)),
};
