import type { Mutation } from '../mutation';

const AUTHENTICATION = ['test/e2e/authentication.spec.ts'];
const PERMISSIONS = ['test/e2e/permissions.spec.ts'];
const RATE = ['test/e2e/rate-limit.spec.ts'];
const BUCKETS = ['src/http/token-buckets.spec.ts'];
const HTTP = 'src/http/http.module.ts';
const RATE_GUARD = 'src/http/rate-limit.guard.ts';

/** Who calls, what they may do and how often. */
export const callers: readonly Mutation[] = [
  {
    name: 'bearer-guard',
    kind: 'guard',
    file: HTTP,
    find: '  { provide: APP_GUARD, useClass: BearerGuard },\n',
    replace: '',
    tests: AUTHENTICATION,
  },
  {
    name: 'token-from-header-only',
    kind: 'guard',
    file: 'src/auth/bearer.guard.ts',
    find: "return { headers: { authorization: authorization?.replace(SCHEME, 'Bearer ') } };",
    replace:
      "return { query: context.switchToHttp().getRequest<ApiRequest>().query, headers: { authorization: authorization?.replace(SCHEME, 'Bearer ') } };",
    tests: AUTHENTICATION,
  },
  {
    name: 'public-routes',
    kind: 'guard',
    file: 'src/auth/bearer.guard.ts',
    find: 'Reflect.getMetadata(PUBLIC, route.getClass()) === true',
    replace:
      "['SignersController', true].includes(Reflect.getMetadata(PUBLIC, route.getClass()) ?? route.getClass().name)",
    tests: ['test/architecture/routes.spec.ts'],
  },
  {
    name: 'permission-guard',
    kind: 'guard',
    file: HTTP,
    find: '  { provide: APP_GUARD, useClass: PermissionGuard },\n',
    replace: '',
    tests: PERMISSIONS,
  },
  {
    name: 'permission-denied-by-default',
    kind: 'guard',
    file: 'src/auth/permission.guard.ts',
    find: "if (principal && needed !== undefined && (needed === 'any' ||",
    replace: "if (principal && (needed === undefined || needed === 'any' ||",
    tests: PERMISSIONS,
  },
  {
    name: 'permission-compared',
    kind: 'guard',
    file: 'src/auth/permission.guard.ts',
    find: "(needed === 'any' || may(principal, needed))",
    replace: "(needed === 'any' || principal.permissions.size > 0)",
    tests: ['test/e2e/tokens.spec.ts'],
  },
  {
    name: 'permission-of-runtimes',
    kind: 'guard',
    file: 'src/relayers/http/relayers.controller.ts',
    find: "@Needs('relayers:system')",
    replace: "@Needs('relayers:write')",
    tests: ['test/e2e/system-state.spec.ts'],
  },
  {
    name: 'rate-limit-guard',
    kind: 'limit',
    file: HTTP,
    find: '  { provide: APP_GUARD, useClass: RateLimitGuard },\n',
    replace: '',
    tests: RATE,
  },
  {
    name: 'rate-limited-routes',
    kind: 'limit',
    file: 'src/relayers/http/relayers.controller.ts',
    find: '@RateLimited()\n',
    replace: '',
    tests: RATE,
  },
  {
    name: 'rate-for-each-token',
    kind: 'limit',
    file: RATE_GUARD,
    find: "http.getRequest<ApiRequest>().principal?.id ?? ''",
    replace: "''",
    tests: RATE,
  },
  {
    name: 'rate-refusal',
    kind: 'limit',
    file: RATE_GUARD,
    find: '    throw new ThrottlerException();\n',
    replace: '    return true;\n',
    tests: RATE,
  },
  {
    name: 'bucket-size',
    kind: 'limit',
    file: 'src/http/token-buckets.ts',
    find: 'const isBlocked = bucket.used + 1 > limit;',
    replace: 'const isBlocked = bucket.used + 1 > Infinity;',
    tests: BUCKETS,
  },
  {
    name: 'bucket-clock-set-back',
    kind: 'guard',
    file: 'src/http/token-buckets.ts',
    find: 'Math.max(0, now - bucket.at) * rate',
    replace: '(now - bucket.at) * rate',
    tests: BUCKETS,
  },
  {
    name: 'buckets-in-memory',
    kind: 'limit',
    file: 'src/http/token-buckets.ts',
    find: 'if (this.buckets.size >= MOST_BUCKETS) this.forgetOldest();',
    replace: '',
    tests: BUCKETS,
  },
  {
    name: 'shared-bucket-size',
    kind: 'limit',
    file: 'src/http/shared-buckets.ts',
    find: 'local blocked = used + 1 > limit',
    replace: 'local blocked = false',
    tests: ['src/http/shared-buckets.spec.ts'],
    needs: 'redis',
  },
  {
    name: 'shared-buckets-expire',
    kind: 'limit',
    file: 'src/http/shared-buckets.ts',
    find: "redis.call('PEXPIRE', KEYS[1], math.ceil(used / rate) + 1)\n",
    replace: '',
    tests: ['src/http/shared-buckets.spec.ts'],
    needs: 'redis',
  },
];
