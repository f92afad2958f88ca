import { Describe, Text } from '../../../kernel/declarations';
import type { SignerKind } from './signer-kind';

/** A key in the AWS Key Management Service. The relayer takes its credentials from its own environment. */
export class AwsKmsSigner {
  @Describe('Region of the key.', 'eu-central-1')
  @Text(1, 64)
  readonly region!: string;

  // The example account of the AWS documentation.
  @Describe(
    'Id, ARN or alias of the key.',
    'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  )
  @Text(1, 2048)
  readonly key_id!: string;
}

export const awsKms: SignerKind<AwsKmsSigner> = {
  type: 'aws_kms',
  title: 'AWS KMS',
  config: AwsKmsSigner,
  networkTypes: ['evm', 'solana', 'stellar'],
  examples: {
    good: [
      {
        region: 'eu-central-1',
        key_id: 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
      },
    ],
    bad: [
      {
        config: { key_id: '', access_key: 'AKIA' },
        faults: [
          { path: 'access_key', message: 'is not a known field' },
          { path: 'region', message: 'is required' },
          { path: 'key_id', message: 'must be a string of 1 to 2048 characters' },
        ],
      },
    ],
  },
};
