import type { PlainObject } from '../../kernel/merge-patch';
import type { SigningKey } from '../../notifications/domain/signing-key';
import type { NetworkType } from '../../relayers/domain/policies/policy';
import type { Signer } from '../../signers/domain/signer';
import { type Refer, signerDocument } from './exported-records';

/** The form in which an export writes records. Each is asked for in the order of the file. */
export interface ExportForm {
  /** Whether all networks are written where none would be. */
  readonly needsNetworks: boolean;
  signer(signer: Signer, refer: Refer): PlainObject;
  notification(document: PlainObject, key: SigningKey | undefined): PlainObject;
  relayer(document: PlainObject, networkType: NetworkType): PlainObject;
}

/** That which this service reads itself. */
export const OWN_FORM: ExportForm = {
  needsNetworks: false,
  signer: signerDocument,
  notification: (document) => document,
  relayer: (document) => document,
};
