import { Api } from '../../http/openapi/api.decorator';
import { describeFlagParameter, describeTextParameter } from '../../http/openapi/parameters';
import { absence, idOf, recordOf, type Resource } from '../../http/openapi/resource.decorators';

const RULES =
  `The signer must be able to sign for the network type, and serves one relayer for each network type and network.
Only the policies of the network type are accepted.`.replaceAll('\n', ' ');

const PATCH_RULES =
  `A JSON merge patch (RFC 7396), all or nothing; an empty object changes nothing. What is absent stays. Policies merge
field by field, a null removes one, and lists are replaced; the result must be valid for the relayer’s network type.
A relayer that is \`system_disabled\` can be changed, too.`.replaceAll('\n', ' ');

const SYSTEM_STATE_RULES =
  `A runtime says that a relayer cannot go on, and why, or that it can again. A relayer that already is in that state, for
that reason, is not changed. A token that may not write relayers sees URLs in the reason with *** in place of path, query and
user.`.replaceAll('\n', ' ');

const ID = 'sepolia-relayer';

/** What the API description tells of relayers. */
export const RELAYER: Resource = {
  name: 'Relayer',
  id: ID,
  absent: `Relayer with ID ${ID} not found`,
  rules: RULES,
  patchRules: PATCH_RULES,
  conflicts: { create: 'Signer sepolia-signer already serves relayer sepolia-relayer on evm:sepolia' },
};

export const RELAYER_FILTERS = [
  {
    name: 'network_type',
    in: 'query',
    description: 'Only relayers of this network type.',
    schema: { $ref: '#/components/schemas/NetworkType' },
  },
  describeTextParameter('network', 'Only relayers on this network.', 'sepolia'),
  describeFlagParameter('paused', 'Only relayers that are, or are not, stopped by their operator.'),
  describeFlagParameter('system_disabled', 'Only relayers that are, or are not, taken out of service.'),
  describeTextParameter('signer_id', 'Only relayers with this signer.', 'sepolia-signer'),
  describeTextParameter('notification_id', 'Only relayers with this notification.', 'ops-webhook'),
  describeTextParameter(
    'search',
    'Only relayers with this in their id, name or address, whatever the case.',
    'sepolia',
  ),
];

/** Describes what a runtime does. */
export const ApiSystemState = () =>
  Api({
    id: 'setRelayerSystemState',
    tag: 'Relayers',
    summary: 'Take a relayer out of service, or put it back',
    description: SYSTEM_STATE_RULES,
    parameters: [idOf(RELAYER), 'IfMatch'],
    body: { model: 'SystemStateRequest' },
    answers: {
      200: { description: 'The relayer after the change.', headers: ['ETag'], content: recordOf(RELAYER) },
      404: absence(RELAYER),
    },
  });
