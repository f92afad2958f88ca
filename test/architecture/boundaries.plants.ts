/** A file of the planted tree, and what it contains. */
export interface Plant {
  readonly file: string;
  readonly source: string;
}

/** A file that breaks exactly the named rule. */
export interface Violator extends Plant {
  readonly rule: string;
}

const value = (target: string): string => `import { Thing } from '${target}';\nexport const thing = new Thing();\n`;
const typeOnly = (target: string): string => `import type { Thing } from '${target}';\nexport type Named = Thing;\n`;
const inlineType = (target: string): string => `import { type Thing } from '${target}';\nexport type Named = Thing;\n`;
const typeQuery = (target: string): string => `export type Named = import('${target}').Thing;\n`;
const reExport = (target: string): string => `export type { Thing } from '${target}';\n`;

const row = (rule: string, file: string, source: string): Violator => ({ rule, file, source });

export const planted: readonly Violator[] = [
  row('kernel-is-pure', 'src/kernel/knows-aggregate.ts', value('../relayers/domain/relayer')),
  row('kernel-is-pure', 'src/kernel/knows-nest.ts', value('@nestjs/common')),
  row('kernel-is-pure', 'src/kernel/knows-settings-type.ts', typeOnly('../settings/settings')),

  row('domain-is-pure', 'src/relayers/domain/knows-nest.ts', value('@nestjs/common')),
  row('domain-is-pure', 'src/relayers/domain/knows-typeorm-type.ts', typeOnly('typeorm')),
  row('domain-is-pure', 'src/relayers/domain/knows-express-type.ts', inlineType('express')),
  row('domain-is-pure', 'src/relayers/domain/policies/knows-logger.ts', value('pino')),
  row('domain-is-pure', 'src/signers/domain/knows-own-service.ts', value('../signers.service')),
  row('domain-is-pure', 'src/signers/domain/knows-settings.ts', typeQuery('../../settings/settings')),
  row('domain-is-pure', 'src/auth/api-token.ts', value('@nestjs/common')),

  row('services-are-use-cases', 'src/relayers/knows-nest.service.ts', value('@nestjs/core')),
  row('services-are-use-cases', 'src/relayers/knows-typeorm.service.ts', typeOnly('typeorm')),
  row('services-are-use-cases', 'src/relayers/knows-adapter.service.ts', value('./typeorm/relayer.row')),
  row('services-are-use-cases', 'src/relayers/knows-persistence.service.ts', value('../persistence/data-source')),
  row('services-are-use-cases', 'src/relayers/knows-http.service.ts', typeOnly('./http/relayer.requests')),
  row('services-are-use-cases', 'src/relayers/knows-other.service.ts', value('../signers/signers.service')),

  row('http-never-sees-storage', 'src/relayers/http/knows-row.ts', typeOnly('../typeorm/relayer.row')),
  row('http-never-sees-storage', 'src/signers/http/knows-persistence.ts', value('../../persistence/data-source')),
  row('http-never-sees-storage', 'src/http/knows-adapter.ts', value('../auth/typeorm/api-token.row')),
  row('http-never-sees-storage', 'src/http/knows-migration.ts', value('../../migrations/first')),

  row('typeorm-stays-in-adapters', 'src/relayers/http/knows-typeorm.ts', typeOnly('typeorm')),
  row('typeorm-stays-in-adapters', 'src/relayers/names-typeorm.module.ts', value('typeorm')),
  row('typeorm-stays-in-adapters', 'src/operations/names-sqlite.ts', inlineType('better-sqlite3')),
  row('typeorm-stays-in-adapters', 'src/cli/names-pg.ts', typeOnly('pg')),

  row('redis-stays-in-its-folder', 'src/http/names-redis.ts', value('ioredis')),
  row('redis-stays-in-its-folder', 'src/operations/names-redis-type.ts', typeOnly('ioredis')),

  row('storage-is-wired-not-called', 'src/bundle/knows-adapter.ts', value('../relayers/typeorm/relayer.row')),
  row('storage-is-wired-not-called', 'src/auth/knows-persistence.ts', typeQuery('../persistence/data-source')),
  row('storage-is-wired-not-called', 'src/events/knows-migration.ts', value('../../migrations/first')),

  row('adapters-serve-the-domain', 'src/relayers/typeorm/knows-service.ts', value('../relayers.service')),
  row('adapters-serve-the-domain', 'src/relayers/typeorm/knows-http.ts', typeOnly('../http/relayer.requests')),
  row(
    'adapters-serve-the-domain',
    'src/relayers/typeorm/knows-other-row.ts',
    value('../../signers/typeorm/signer.row'),
  ),

  row('persistence-knows-no-aggregate', 'src/persistence/knows-row.ts', value('../relayers/typeorm/relayer.row')),
  row('persistence-knows-no-aggregate', 'src/persistence/knows-domain.ts', typeOnly('../relayers/domain/relayer')),

  row('aggregates-meet-in-the-domain', 'src/relayers/http/knows-other.ts', value('../../signers/signers.service')),
  row('aggregates-meet-in-the-domain', 'src/relayers/http/knows-view.ts', reExport('../../signers/http/signer.view')),

  row('aggregates-point-one-way', 'src/signers/domain/knows-relayer.ts', typeOnly('../../relayers/domain/relayer')),
  row('aggregates-point-one-way', 'src/signers/knows-back.module.ts', value('../relayers/relayers.module')),
  row('aggregates-point-one-way', 'src/notifications/http/knows-relayers.ts', value('../../relayers/relayers.service')),
  row('aggregates-point-one-way', 'src/signers/http/knows-sibling.ts', value('../../notifications/domain/signing-key')),

  row('controllers-are-leaves', 'src/bundle/knows-requests.ts', typeOnly('../relayers/http/relayer.requests')),
  row('controllers-are-leaves', 'src/http/knows-view.ts', value('../signers/http/signer.view')),

  row('entry-points-are-not-imported', 'src/http/knows-command.ts', value('../cli/serve')),
  row('entry-points-are-not-imported', 'src/operations/knows-app.ts', typeOnly('../app')),
  row('entry-points-are-not-imported', 'src/bundle/knows-modules.ts', value('../app.module')),

  row('production-without-tests', 'src/relayers/http/knows-builder.ts', value('../../../test/builders/a-relayer')),
  row('production-without-tests', 'migrations/knows-spec.ts', value('../src/http/envelope.spec')),

  row('production-packages-are-declared', 'src/http/knows-dev-package.ts', value('fast-check')),
  row('production-packages-are-declared', 'src/http/knows-transitive-package.ts', value('body-parser')),

  row('no-cycles', 'src/settings/round.ts', value('./about')),
  row('no-cycles', 'src/settings/about.ts', typeOnly('./round')),
  row('no-cycles', 'src/kernel/tested.ts', typeOnly('./tested.spec')),
  row('no-cycles', 'src/kernel/tested.spec.ts', value('./tested')),

  row('no-orphans', 'src/relayers/orphan.ts', value('./domain/relayer')),
  row('no-orphans', 'migrations/orphan.ts', 'export class Orphan {}\n'),

  row('no-unresolved-imports', 'src/operations/knows-missing.ts', value('./missing')),
];

const plant = (file: string, ...sources: readonly string[]): Plant => ({ file, source: sources.join('') });

export const allowed: readonly Plant[] = [
  plant('src/kernel/entity-id.ts', `import 'node:crypto';\n`, typeOnly('./amount')),
  plant(
    'src/relayers/domain/rpc-config.ts',
    `import 'node:net';\nimport 'class-validator';\nimport 'class-transformer';\nimport 'ipaddr.js';\n`,
    `import '@noble/curves/secp256k1.js';\nimport '@noble/hashes/sha3.js';\nimport '@scure/base';\nimport 'lossless-json';\n`,
    value('../../signers/domain/signer'),
    typeQuery('../../kernel/amount'),
  ),
  plant('src/relayers/relayers.service.ts', `import '@nestjs/common';\n`, value('./domain/relayer')),
  plant('src/auth/tokens.service.ts', value('./api-token.repository')),
  plant('src/bundle/import.service.ts', value('../relayers/relayers.service')),
  plant('src/relayers/http/relayers.controller.ts', `import '@nestjs/common';\n`, value('../relayers.service')),
  plant('src/relayers/typeorm/relayer.row.ts', `import 'typeorm';\n`, value('../../persistence/data-source')),
  plant('src/relayers/typeorm/signer-usage.ts', value('../../signers/domain/signer-usage')),
  plant('src/persistence/rows.ts', value('../relayers/typeorm/relayer.row')),
  plant('src/persistence/data-source.ts', `import 'better-sqlite3';\nimport 'pg';\n`, value('../../migrations/first')),
  plant(
    'src/relayers/relayers.module.ts',
    `import './http/relayers.controller';\nimport '../signers/signers.module';\n`,
    value('./typeorm/relayer.row'),
  ),
  plant('src/http/http.module.ts', value('../persistence/data-source')),
  plant('src/redis/redis-link.ts', `import 'ioredis';\n`, value('../kernel/secret')),
  plant('src/operations/readiness.ts', value('../persistence/data-source')),
  plant('src/cli/migrate.ts', value('../app')),
  plant('src/http/envelope.ts', inlineType('express')),
  plant('src/relayers/domain/relayer.spec.ts', `import 'typeorm';\n`, value('../../../test/builders/a-relayer')),
];
