import type { Mutation } from '../mutation';

const REPLICA = 'src/persistence/replica.ts';
const REPLICA_SPEC = ['test/databases/replica.spec.ts'];
const POSTGRES = 'src/persistence/postgres-database.ts';

/** What keeps a replica from showing less than was acknowledged, and reads from waiting for it. */
export const replica: readonly Mutation[] = [
  {
    name: 'replica-has-reached',
    kind: 'guard',
    file: REPLICA,
    find: "return isFresh ? (rows as unknown[]) : 'behind';",
    replace: 'return isFresh || rows ? (rows as unknown[]) : [];',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-of-the-primary',
    kind: 'guard',
    file: REPLICA,
    find: ').id !== this.identity)',
    replace: ").id === '')",
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-follows',
    kind: 'guard',
    file: REPLICA,
    find: "if (!follows) throw new Error('it follows no other server');",
    replace: 'if (follows === undefined) return false;',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-outside-of-transactions',
    kind: 'guard',
    file: POSTGRES,
    find: 'if (!follower || this.isInTransaction) return this;',
    replace: 'if (!follower) return this;',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-commits-that-do-not-wait',
    kind: 'guard',
    file: POSTGRES,
    find: "WHEN 'off' THEN pg_current_wal_insert_lsn()",
    replace: "WHEN 'off' THEN pg_current_wal_flush_lsn()",
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-no-tokens',
    kind: 'guard',
    file: 'src/auth/typeorm/typeorm-token.repository.ts',
    find: ', () => Promise.resolve(database));',
    replace: ');',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-waits',
    kind: 'limit',
    file: REPLICA,
    find: '      query_timeout: REPLICA_WAIT_MS,\n',
    replace: '',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'replica-lag',
    kind: 'limit',
    file: REPLICA,
    find: "if (performance.now() > deadline) throw new Error('it is more than a second behind');",
    replace: '',
    tests: REPLICA_SPEC,
    needs: 'postgres',
  },
  {
    name: 'positions-asked-after',
    kind: 'guard',
    file: 'src/persistence/positions.ts',
    find: '    this.next = undefined;\n',
    replace: '',
    tests: ['src/persistence/positions.spec.ts'],
  },
];
