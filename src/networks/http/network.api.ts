import type { Resource } from '../../http/openapi/resource.decorators';

const ID = 'evm:sepolia';

const RULES =
  `A network of the type has all of its values; one that inherits by \`from\` has those of the other network where it has none
of its own, and the tags and features of both. What is stored is whole: later changes of the other network do not reach it.`.replaceAll(
    '\n',
    ' ',
  );

/** What the API description tells of networks. */
export const NETWORK: Resource = {
  name: 'Network',
  id: ID,
  unusedId: 'evm:holesky',
  absent: `Network with ID '${ID}' not found`,
  rules: RULES,
  patchRules: 'A change of the RPC endpoints, which is all that can be changed: the list replaces the old one.',
  conflicts: { delete: `Network ${ID} is used by relayers: sepolia-relayer, mainnet-relayer` },
};
