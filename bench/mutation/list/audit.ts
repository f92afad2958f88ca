import type { Mutation } from '../mutation';

const CHAIN = ['test/e2e/audit-chain.spec.ts'];
const TRAIL = ['test/e2e/audit-trail.spec.ts'];
const ENTRY = 'src/events/domain/entry.ts';
const SERVICE = 'src/events/audit.service.ts';
const JOURNAL = 'src/events/typeorm/typeorm-journal.ts';

/** What makes the audit trail complete, and shows where it was altered. */
export const audit: readonly Mutation[] = [
  {
    name: 'audit-head-lock',
    kind: 'lock',
    file: JOURNAL,
    find: 'WHERE id = 1${database.forUpdate}`',
    replace: 'WHERE id = 1`',
    tests: ['test/databases/transactions.spec.ts'],
    needs: 'postgres',
  },
  {
    name: 'audit-head-is-there',
    kind: 'guard',
    file: JOURNAL,
    find: "if (!head) throw new Error('The audit trail has lost its head');",
    replace: 'if (!head) return;',
    tests: CHAIN,
  },
  {
    name: 'audit-before-the-commit',
    kind: 'guard',
    file: 'src/persistence/transaction-scope.ts',
    find: 'await scope.queue.empty();',
    replace: '',
    tests: TRAIL,
  },
  {
    name: 'hash-has-the-hash-before',
    kind: 'guard',
    file: ENTRY,
    find: 'JSON.stringify([previous, sequence, at,',
    replace: 'JSON.stringify([sequence, at,',
    tests: CHAIN,
  },
  {
    name: 'hash-has-the-document',
    kind: 'guard',
    file: ENTRY,
    find: '`${rest}\\n${document}`',
    replace: 'rest',
    tests: CHAIN,
  },
  {
    name: 'hash-has-the-time',
    kind: 'guard',
    file: ENTRY,
    find: '[previous, sequence, at, actor,',
    replace: '[previous, sequence, actor,',
    tests: CHAIN,
  },
  {
    name: 'hash-has-the-actor',
    kind: 'guard',
    file: ENTRY,
    find: '[previous, sequence, at, actor, actorName,',
    replace: '[previous, sequence, at,',
    tests: CHAIN,
  },
  {
    name: 'hash-has-the-request',
    kind: 'guard',
    file: ENTRY,
    find: 'id, version, requestId]);',
    replace: 'id]);',
    tests: CHAIN,
  },
  {
    name: 'verified-hash',
    kind: 'guard',
    file: SERVICE,
    find: "if (entry.hash !== hashOf(entry, before.hash)) return 'was altered, or does not follow the entry before it';",
    replace: '',
    tests: CHAIN,
  },
  {
    name: 'verified-sequence',
    kind: 'guard',
    file: SERVICE,
    find: "if (entry.sequence !== before.sequence + 1) return 'is missing';",
    replace: '',
    tests: CHAIN,
  },
  {
    name: 'verified-end',
    kind: 'guard',
    file: SERVICE,
    find: 'if (last.sequence < kept.sequence || last.sequence < known.sequence) return missing;',
    replace: '',
    tests: CHAIN,
  },
  {
    name: 'verified-head',
    kind: 'guard',
    file: SERVICE,
    find: 'if (now.sequence > last.sequence || now.hash === last.hash) return {};',
    replace: 'if (now.sequence >= last.sequence) return {};',
    tests: CHAIN,
  },
  {
    name: 'verified-by-a-noted-head',
    kind: 'guard',
    file: SERVICE,
    find: 'return isKnown && entry.hash !== known.hash ?',
    replace: "return isKnown && entry.hash === '' ?",
    tests: CHAIN,
  },
  {
    name: 'refused-tokens-are-counted',
    kind: 'guard',
    file: 'src/auth/bearer.guard.ts',
    find: 'if (isAttempt) this.failedSignIns.count();',
    replace: '',
    tests: TRAIL,
  },
];
