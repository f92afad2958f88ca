import { VariantRegistry } from '../../../kernel/variant-registry';
import { awsKms } from './aws-kms';
import { azureKeyVault } from './azure-key-vault';
import { cdp } from './cdp';
import { googleCloudKms } from './google-cloud-kms';
import { local } from './local';
import type { SignerKind } from './signer-kind';
import { turnkey } from './turnkey';
import { vault } from './vault';
import { vaultTransit } from './vault-transit';

/** The types that signers can have. */
export class SignerKinds extends VariantRegistry<SignerKind> {
  constructor() {
    super(
      ({ type, aliases = [] }) => [type, ...aliases],
      [local, awsKms, googleCloudKms, azureKeyVault, vault, vaultTransit, turnkey, cdp],
    );
  }
}
