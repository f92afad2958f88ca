import type { Signer } from '../../signers/domain/signer';
import type { OpenZeppelinForm } from './openzeppelin-form';
import type { Refer } from './variable-names';

/** What records are written with. */
export interface Exporting {
  readonly refer: Refer;
  /** The sections of which whoever asks may not see URLs and configurations whole, which often are credentials. */
  readonly masked: ReadonlySet<string>;
  /** There where the OpenZeppelin Relayer is to read them. */
  readonly form?: OpenZeppelinForm | undefined;
  /** What the records that were written refer to and would not be written otherwise, by {@link referenceKey}. */
  readonly referred: Set<string>;
  /** Those of the signers that are stored. */
  readonly signers: (ids: readonly string[]) => Promise<ReadonlyMap<string, Signer>>;
}

/** Another text for every other record. */
export const referenceKey = (section: string, id: string): string => `${section}/${id}`;
