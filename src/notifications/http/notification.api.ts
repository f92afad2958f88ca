import type { Resource } from '../../http/openapi/resource.decorators';

const ID = 'ops-webhook';

const KEY_RULE =
  'A key that signs the deliveries should have 32 bytes or more; a shorter one is accepted, and logged as a warning.';

const PATCH_RULES =
  `A change, all or nothing; what is absent or null stays. An empty string as \`signing_key\` removes the key, any other
string sets it: the one before signs beside it for a while, unless it was removed. Null or an empty list as \`events\` ends
all subscriptions. Another URL or key clears \`delivery_state\`. ${KEY_RULE}`.replaceAll('\n', ' ');

/** What the API description tells of notifications. */
export const NOTIFICATION: Resource = {
  name: 'Notification',
  id: ID,
  unusedId: 'spare-webhook',
  absent: 'Notification not found',
  rules: KEY_RULE,
  patchRules: PATCH_RULES,
  conflicts: { delete: `Notification ${ID} is used by relayers: sepolia-relayer, mainnet-relayer` },
};
