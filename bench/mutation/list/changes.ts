import type { Mutation } from '../mutation';

const CONDITIONS = ['test/e2e/conditional-requests.spec.ts'];
const IDEMPOTENCY = 'src/http/idempotency.interceptor.ts';
const IDEMPOTENCY_SPEC = ['test/e2e/idempotency.spec.ts'];
const REFERENCES = ['test/e2e/references.spec.ts'];
const RELAYERS = 'src/relayers/relayers.service.ts';
const SIGNERS = 'src/signers/signers.service.ts';
const NOTIFICATIONS = 'src/notifications/notifications.service.ts';

/** What has to be true for a record to be changed. */
export const changes: readonly Mutation[] = [
  {
    name: 'if-match',
    kind: 'guard',
    file: 'src/kernel/record.ts',
    find: 'if (precondition && !precondition(revision)) throw DomainError.preconditionFailed();',
    replace: '',
    tests: CONDITIONS,
  },
  {
    name: 'if-match-on-relayer-patch',
    kind: 'guard',
    file: RELAYERS,
    find: 'if (faults.length === 0) checkUnchanged(kept, precondition);',
    replace: '',
    tests: CONDITIONS,
  },
  {
    name: 'if-match-on-system-state',
    kind: 'guard',
    file: RELAYERS,
    find: 'checkUnchanged(kept, precondition);\n      const relayer = kept.entity.withSystemState(state.reason);',
    replace: 'const relayer = kept.entity.withSystemState(state.reason);',
    tests: ['test/e2e/system-state.spec.ts'],
  },
  {
    name: 'if-match-on-relayer-delete',
    kind: 'guard',
    file: RELAYERS,
    find: 'checkUnchanged(kept, precondition);\n      await this.relayers.remove(kept);',
    replace: 'await this.relayers.remove(kept);',
    tests: CONDITIONS,
  },
  {
    name: 'if-match-on-notifications',
    kind: 'guard',
    file: NOTIFICATIONS,
    find: 'checkUnchanged(kept, precondition);',
    replace: '',
    tests: CONDITIONS,
  },
  {
    name: 'if-match-on-signer-delete',
    kind: 'guard',
    file: SIGNERS,
    find: 'checkUnchanged(kept, precondition);',
    replace: '',
    tests: CONDITIONS,
  },
  {
    name: 'if-match-on-tokens',
    kind: 'guard',
    file: 'src/auth/tokens.service.ts',
    find: 'checkUnchanged(kept, precondition);',
    replace: '',
    tests: ['test/e2e/tokens.spec.ts'],
  },
  {
    name: 'if-none-match',
    kind: 'guard',
    file: 'src/http/lean-express.adapter.ts',
    find: 'isKnown(request, response)) {',
    replace: "isKnown(request, response) && body === '') {",
    tests: CONDITIONS,
  },
  {
    name: 'idempotency-of-one-body',
    kind: 'guard',
    file: IDEMPOTENCY,
    find: 'if (first !== digest) throw DomainError.conflict(`${HEADER} was used with another body`);',
    replace: '',
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'idempotency-of-one-route',
    kind: 'guard',
    file: IDEMPOTENCY,
    find: "`${request.principal?.id ?? ''} ${request.path}`",
    replace: "`${request.principal?.id ?? ''}`",
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'idempotency-of-one-token',
    kind: 'guard',
    file: IDEMPOTENCY,
    find: "`${request.principal?.id ?? ''} ${request.path}`",
    replace: '`${request.path}`',
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'idempotency-key',
    kind: 'guard',
    file: IDEMPOTENCY,
    find: "if (typeof key !== 'string' || !ACCEPTABLE.test(key)) {",
    replace: "if (typeof key !== 'string') {",
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'idempotency-for-a-day',
    kind: 'limit',
    file: 'src/persistence/typeorm-answered-requests.ts',
    find: ' AND answered_at >= ?',
    replace: ' AND ? IS NOT NULL',
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'creation-in-one-transaction',
    kind: 'lock',
    file: IDEMPOTENCY,
    find: 'this.transactions.run(() => this.once(key, request, response, next))',
    replace: 'this.once(key, request, response, next)',
    also: [
      {
        find: 'await this.answered.remember(scope, key, JSON.stringify({ digest, answer }), now, since);',
        replace:
          'await this.transactions.run(() => this.answered.remember(scope, key, JSON.stringify({ digest, answer }), now, since));',
      },
    ],
    tests: IDEMPOTENCY_SPEC,
  },
  {
    name: 'signer-in-use',
    kind: 'guard',
    file: SIGNERS,
    find: 'if (relayers.length > 0) {',
    replace: 'if (relayers.length > 1000) {',
    tests: REFERENCES,
  },
  {
    name: 'notification-in-use',
    kind: 'guard',
    file: NOTIFICATIONS,
    find: 'if (relayers.length > 0) {',
    replace: 'if (relayers.length > 1000) {',
    tests: REFERENCES,
  },
  {
    name: 'one-signer-for-a-network',
    kind: 'guard',
    file: RELAYERS,
    find: 'await this.checkSignerIsFree(relayer, scope);',
    replace: '',
    tests: REFERENCES,
  },
  {
    name: 'notification-of-a-new-relayer',
    kind: 'guard',
    file: RELAYERS,
    find: 'await this.checkNotification(draft.notification_id, faults);',
    replace: '',
    tests: REFERENCES,
  },
  {
    name: 'notification-of-a-patched-relayer',
    kind: 'guard',
    file: RELAYERS,
    find: 'await this.checkNotification(patch.notification_id, faults);',
    replace: '',
    tests: ['test/e2e/every-fault.spec.ts'],
  },
];
