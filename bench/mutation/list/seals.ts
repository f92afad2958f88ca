import type { Mutation } from '../mutation';

const PLANTED = ['test/e2e/secrets.spec.ts'];
const KEYS = ['test/e2e/keys.spec.ts'];
const RELAYERS = ['test/databases/relayer-repository.spec.ts'];
const SEALS = 'src/relayers/typeorm/relayer-seals.ts';
const NOTIFICATIONS = ['test/databases/notification-repository.spec.ts'];
const DELIVERIES = ['test/e2e/notification-deliveries.spec.ts'];
const RETIRED = 'src/notifications/typeorm/retired-keys.ts';

/** What is sealed, each value at its place, and for how long. */
export const seals: readonly Mutation[] = [
  {
    name: 'sealed-rpc-urls',
    kind: 'guard',
    file: SEALS,
    find: 'this.sealed(rpcUrls, placeOfRpcUrls(id))',
    replace: '(rpcUrls ?? null)',
    also: [{ find: 'this.box.open(custom_rpc_urls, placeOfRpcUrls(id))', replace: 'custom_rpc_urls' }],
    tests: RELAYERS,
  },
  {
    name: 'sealed-reason',
    kind: 'guard',
    file: SEALS,
    find: 'this.sealed(disabledReason, placeOfReason(id))',
    replace: '(disabledReason ?? null)',
    also: [{ find: 'this.box.open(disabled_reason, placeOfReason(id))', replace: 'disabled_reason' }],
    tests: RELAYERS,
  },
  {
    name: 'sealed-anew-for-another-key',
    kind: 'guard',
    file: SEALS,
    find: 'key === null || key === this.box.keyId',
    replace: 'true',
    tests: KEYS,
  },
  {
    name: 'place-of-a-reason-has-the-relayer',
    kind: 'guard',
    file: 'src/relayers/typeorm/relayer.row.ts',
    find: '`relayers/${id}/disabled_reason`',
    replace: "'relayers/disabled_reason'",
    tests: RELAYERS,
  },
  {
    name: 'sealed-signing-key',
    kind: 'guard',
    file: 'src/notifications/typeorm/typeorm-notification.repository.ts',
    find: 'this.box.seal(signingKey.reveal(), placeOfSigningKey(id))',
    replace: 'signingKey.reveal()',
    also: [{ find: 'this.box.open(signing_key, placeOfSigningKey(id))', replace: 'signing_key' }],
    tests: PLANTED,
  },
  {
    name: 'sealed-retired-key',
    kind: 'guard',
    file: RETIRED,
    find: 'this.box.seal(key.reveal(), placeOfRetiredKey(notificationId, id))',
    replace: 'key.reveal()',
    also: [{ find: 'this.box.open(signing_key, placeOfRetiredKey(notificationId, id))', replace: 'signing_key' }],
    tests: PLANTED,
  },
  {
    name: 'retired-key-expires',
    kind: 'guard',
    file: RETIRED,
    find: 'notification_id = ? AND expires_at > ?',
    replace: 'notification_id = ? AND expires_at + ? > 0',
    tests: NOTIFICATIONS,
  },
  {
    name: 'retired-keys-of-a-notification',
    kind: 'limit',
    file: RETIRED,
    find: 'await this.database.query(FORGET_OLDEST, [notificationId, notificationId, MOST_KEYS]);',
    replace: '',
    tests: NOTIFICATIONS,
  },
  {
    name: 'retired-keys-go-with-the-key',
    kind: 'guard',
    file: 'src/notifications/notifications.service.ts',
    find: 'forgetRetiredKeys(id, signingKey && now)',
    replace: 'forgetRetiredKeys(id, now)',
    tests: DELIVERIES,
  },
  {
    name: 'retired-keys-at-the-start',
    kind: 'guard',
    file: 'src/persistence/rows.ts',
    find: '  sealedRetiredKeys,\n',
    replace: '',
    tests: KEYS,
  },
  {
    name: 'sealed-signer-secrets',
    kind: 'guard',
    file: 'src/signers/typeorm/typeorm-signer.repository.ts',
    find: '[path, this.box.seal(value, placeOfSecret(id, path))]',
    replace: '[path, value]',
    also: [{ find: '[path, this.box.open(value, placeOfSecret(id, path))]', replace: '[path, value]' }],
    tests: PLANTED,
  },
  {
    name: 'sealed-answers',
    kind: 'guard',
    file: 'src/persistence/typeorm-answered-requests.ts',
    find: 'this.box.seal(answer, placeOfAnswer(scope, key))',
    replace: 'answer',
    also: [{ find: 'this.box.open(row.answer, placeOfAnswer(scope, key))', replace: 'row.answer' }],
    tests: ['test/e2e/idempotency.spec.ts'],
  },
  {
    name: 'place-has-the-relayer',
    kind: 'guard',
    file: 'src/relayers/typeorm/relayer.row.ts',
    find: '`relayers/${id}/custom_rpc_urls`',
    replace: "'relayers/custom_rpc_urls'",
    tests: KEYS,
  },
  {
    name: 'place-has-the-notification',
    kind: 'guard',
    file: 'src/notifications/typeorm/notification.row.ts',
    find: '`notifications/${id}/signing_key`',
    replace: "'notifications/signing_key'",
    tests: NOTIFICATIONS,
  },
  {
    name: 'place-has-the-notification-of-a-retired-key',
    kind: 'guard',
    file: 'src/notifications/typeorm/retired-signing-key.row.ts',
    find: '`retired_signing_keys/${notificationId}/${id}/signing_key`',
    replace: '`retired_signing_keys/${id}/signing_key`',
    tests: NOTIFICATIONS,
  },
  {
    name: 'place-has-the-signer',
    kind: 'guard',
    file: 'src/signers/typeorm/signer.row.ts',
    find: '`signers/${id}/${path}`',
    replace: '`signers/${path}`',
    tests: ['test/databases/signer-repository.spec.ts'],
  },
];
