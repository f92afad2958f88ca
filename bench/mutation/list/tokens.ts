import type { Mutation } from '../mutation';

const TOKEN = 'src/auth/domain/api-token.ts';
const TOKEN_SPEC = ['src/auth/domain/api-token.spec.ts'];
const TEXT = 'src/auth/domain/token-text.ts';
const TEXT_SPEC = ['src/auth/domain/token-text.spec.ts'];
const GRANTS = 'src/auth/domain/grants.ts';
const GRANTS_SPEC = ['src/auth/domain/grants.spec.ts'];
const SERVICE = 'src/auth/tokens.service.ts';
const SERVICE_SPEC = ['test/databases/tokens-service.spec.ts'];

/** What makes a token good, and what one can give. */
export const tokens: readonly Mutation[] = [
  {
    name: 'token-expiry',
    kind: 'guard',
    file: TOKEN,
    find: "expiresAt !== undefined && now >= expiresAt ? 'expired' : 'active'",
    replace: "'active'",
    tests: TOKEN_SPEC,
  },
  {
    name: 'token-revocation',
    kind: 'guard',
    file: TOKEN,
    find: "if (this.document.revoked_at !== null) return 'revoked';",
    replace: '',
    tests: TOKEN_SPEC,
  },
  {
    name: 'token-rotation',
    kind: 'guard',
    file: TOKEN,
    find: 'new ApiToken(this.document, digest), text',
    replace: 'new ApiToken(this.document, this.digest), text',
    tests: TOKEN_SPEC,
  },
  {
    name: 'token-digest',
    kind: 'guard',
    file: TOKEN,
    find: 'return sameDigest(digest, this.digest) && ',
    replace: 'return ',
    tests: TOKEN_SPEC,
  },
  {
    name: 'token-checksum',
    kind: 'guard',
    file: TEXT,
    find: 'sum !== undefined && sum === checksum(text.slice(0, -9)) ? selector',
    replace: 'sum !== undefined ? selector',
    tests: TEXT_SPEC,
  },
  {
    name: 'token-chance',
    kind: 'guard',
    file: TEXT,
    find: "randomBytes(SECRET_BYTES).toString('base64url')",
    replace: "Buffer.alloc(SECRET_BYTES).toString('base64url')",
    tests: TEXT_SPEC,
  },
  {
    name: 'token-remembered-until-a-change',
    kind: 'guard',
    file: SERVICE,
    find: 'known.state !== undefined && known.state === this.tokens.state()',
    replace: 'known.state !== undefined',
    tests: SERVICE_SPEC,
  },
  {
    name: 'excess-permissions',
    kind: 'guard',
    file: GRANTS,
    find: "if (by.permissions.has('*') || by.permissions.has(grant)) continue;",
    replace: 'if (by.permissions.size > 0) continue;',
    tests: GRANTS_SPEC,
  },
  {
    name: 'excess-relayers',
    kind: 'guard',
    file: GRANTS,
    find: 'if (by.relayers) faults.push(...relayersBeyond(by.relayers, wish.relayers));',
    replace: '',
    tests: GRANTS_SPEC,
  },
  {
    name: 'excess-relayers-where-none-is-named',
    kind: 'guard',
    file: GRANTS,
    find: "if (wished === undefined) return [{ path: 'relayers', message: `must name some ${rule}` }];",
    replace: 'if (wished === undefined) return [];',
    tests: GRANTS_SPEC,
  },
  {
    name: 'excess-expiry',
    kind: 'guard',
    file: GRANTS,
    find: 'wish.expires_at === undefined || new Date(wish.expires_at) > by.expiresAt',
    replace: "wish.expires_at === 'never'",
    tests: GRANTS_SPEC,
  },
  {
    name: 'excess-asked-for',
    kind: 'guard',
    file: SERVICE,
    find: 'faults.push(...excessOf(draft, by));',
    replace: '',
    tests: ['test/e2e/tokens.spec.ts'],
  },
  {
    name: 'renewal-of-greater-tokens',
    kind: 'guard',
    file: SERVICE,
    find: 'if (!covers(by, kept.entity.principal)) throw DomainError.forbidden(`Token with ID ${id} has more than its caller`);',
    replace: '',
    tests: ['test/e2e/tokens.spec.ts'],
  },
  {
    name: 'renewal-of-ended-tokens',
    kind: 'guard',
    file: SERVICE,
    find: "if (state !== 'active') throw DomainError.conflict(`Token with ID ${id} is ${state}`);",
    replace: '',
    tests: SERVICE_SPEC,
  },
  {
    name: 'expiry-in-the-past',
    kind: 'guard',
    file: SERVICE,
    find: 'new Date(draft.expires_at) <= now',
    replace: 'new Date(draft.expires_at) <= new Date(0)',
    tests: SERVICE_SPEC,
  },
  {
    name: 'one-first-token',
    kind: 'lock',
    file: SERVICE,
    find: 'if (!(await this.tokens.lockEmpty())) return undefined;',
    replace: '',
    tests: SERVICE_SPEC,
  },
  {
    name: 'one-first-token-lock',
    kind: 'lock',
    file: 'src/persistence/document-table.ts',
    find: 'await this.counts.changeTotal(0);',
    replace: '',
    tests: SERVICE_SPEC,
    needs: 'postgres',
  },
];
