import type { Resource } from '../../http/openapi/resource.decorators';

const ID = 'sepolia-signer';

/** What the API description tells of signers, which are never changed: delete and create. */
export const SIGNER: Resource = {
  name: 'Signer',
  id: ID,
  unusedId: 'spare-signer',
  absent: `Signer with ID ${ID} not found`,
  rules:
    'The secret fields of the configuration are sealed where they are stored, and no answer has them. A signer is not changed: delete it and create another one.',
  conflicts: { delete: `Signer ${ID} is used by relayers: sepolia-relayer, mainnet-relayer` },
};
