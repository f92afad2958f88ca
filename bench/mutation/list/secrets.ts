import type { Mutation } from '../mutation';

const BOX = 'src/persistence/secret-box.ts';
const BOX_SPEC = ['src/persistence/secret-box.spec.ts'];
const PLANTED = ['test/e2e/secrets.spec.ts'];
const KEYS = ['test/e2e/keys.spec.ts'];
const KEY_FILE = 'src/persistence/encryption-keys.ts';
const KEY_FILE_SPEC = ['src/persistence/encryption-keys.spec.ts'];
const REDACTED = "return '[redacted]';";

/** What seals, and what shows nothing. */
export const secrets: readonly Mutation[] = [
  {
    name: 'seal-is-bound-to-its-place',
    kind: 'guard',
    file: BOX,
    find: 'nonce).setAAD(Buffer.from(place));',
    replace: 'nonce);',
    also: [{ find: '      .setAAD(Buffer.from(place))\n', replace: '' }],
    tests: BOX_SPEC,
  },
  {
    name: 'seal-nonce',
    kind: 'guard',
    file: BOX,
    find: 'const nonce = randomBytes(NONCE_BYTES);',
    replace: 'const nonce = Buffer.alloc(NONCE_BYTES);',
    tests: BOX_SPEC,
  },
  {
    name: 'seal-tag',
    kind: 'guard',
    file: BOX,
    find: "return Buffer.concat([opened, decipher.final()]).toString('utf8');",
    replace: "return opened.toString('utf8');",
    tests: BOX_SPEC,
  },
  {
    name: 'seal-key-by-its-name',
    kind: 'guard',
    file: BOX,
    find: 'const key = this.keys.find((known) => known.id === id);',
    replace: 'const key = this.keys.find((known) => known.id === id) ?? this.keys[0];',
    tests: BOX_SPEC,
  },
  {
    name: 'seal-format',
    kind: 'guard',
    file: BOX,
    find: "if (format !== '1' || !key)",
    replace: 'if (!key)',
    tests: BOX_SPEC,
  },
  {
    name: 'unopened-record-apart',
    kind: 'guard',
    file: 'src/persistence/document-table.ts',
    find: 'if (!(error instanceof SealError)) throw error;',
    replace: 'if (error) throw error;',
    tests: KEYS,
  },
  {
    name: 'keys-at-the-start',
    kind: 'guard',
    file: 'src/persistence/persistence.module.ts',
    find: 'await requireKeysInUse(database, box, sealedRecords);',
    replace: '',
    tests: KEYS,
  },
  {
    name: 'another-key-of-the-name-at-the-start',
    kind: 'guard',
    file: 'src/persistence/keys-in-use.ts',
    find: 'return opens ? undefined : `under',
    replace: 'return opens || id ? undefined : `under',
    tests: KEYS,
  },
  {
    name: 'key-on-postgresql',
    kind: 'guard',
    file: KEY_FILE,
    find: "throw keyExpected('one key of 32 bytes in base64, as every instance on PostgreSQL needs the same');",
    replace: "return [{ id: 'none', key: Buffer.alloc(KEY_BYTES) }];",
    tests: KEY_FILE_SPEC,
  },
  {
    name: 'key-file-for-its-owner',
    kind: 'guard',
    file: KEY_FILE,
    find: 'mode: 0o600, ',
    replace: '',
    tests: KEY_FILE_SPEC,
  },
  {
    name: 'secret-in-json',
    kind: 'guard',
    file: 'src/kernel/secret.ts',
    find: `toJSON(): string {\n    ${REDACTED}`,
    replace: 'toJSON(): string {\n    return this.#value;',
    tests: ['src/kernel/secret.spec.ts'],
  },
  {
    name: 'secret-inspected',
    kind: 'guard',
    file: 'src/kernel/secret.ts',
    find: `[inspect.custom](): string {\n    ${REDACTED}`,
    replace: '[inspect.custom](): string {\n    return this.#value;',
    tests: ['src/kernel/secret.spec.ts'],
  },
  {
    name: 'rpc-urls-in-audit',
    kind: 'guard',
    file: 'src/relayers/domain/relayer.facts.ts',
    find: 'textOf(relayer, originOf)',
    replace: 'textOf(relayer, (url) => url)',
    tests: ['test/e2e/audit-trail.spec.ts'],
  },
  {
    name: 'signer-secrets-shown',
    kind: 'guard',
    file: 'src/signers/domain/signer.ts',
    find: 'config: conceal(this.kind.config, this.config).open',
    replace: 'config: this.config as PlainObject',
    tests: PLANTED,
  },
];
