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

  row('chains-know-the-kernel', 'src/chains/knows-domain.ts', typeOnly('../relayers/domain/relayer')),
  row('chains-know-the-kernel', 'src/chains/knows-nest.ts', value('@nestjs/common')),

  row('relayers-domain-is-pure', 'src/relayers/domain/knows-nest.ts', value('@nestjs/common')),
  row('relayers-domain-is-pure', 'src/relayers/domain/knows-typeorm-type.ts', typeOnly('typeorm')),
  row('relayers-domain-is-pure', 'src/relayers/domain/knows-express-type.ts', inlineType('express')),
  row('relayers-domain-is-pure', 'src/relayers/domain/policies/knows-logger.ts', value('pino')),
  row('relayers-domain-is-pure', 'src/relayers/domain/knows-unlisted.ts', typeOnly('../../webhooks/domain/events')),
  row('signers-domain-is-pure', 'src/signers/domain/knows-own-service.ts', value('../signers.service')),
  row('signers-domain-is-pure', 'src/signers/domain/knows-settings.ts', typeQuery('../../settings/settings')),
  row('notifications-domain-is-pure', 'src/notifications/domain/knows-nest.ts', value('@nestjs/common')),
  row('networks-domain-is-pure', 'src/networks/domain/knows-signer.ts', typeOnly('../../signers/domain/signer')),
  row('plugins-domain-is-pure', 'src/plugins/domain/knows-own-service.ts', value('../plugins.service')),
  row('audit-domain-is-pure', 'src/audit/domain/knows-relayer.ts', typeOnly('../../relayers/domain/relayer')),
  row('auth-domain-is-pure', 'src/auth/domain/knows-nest.ts', value('@nestjs/common')),
  row('webhooks-domain-is-pure', 'src/webhooks/domain/knows-sender.ts', value('undici')),
  row('configuration-domain-is-pure', 'src/configuration/domain/knows-files.ts', typeOnly('../../settings/settings')),

  row('use-cases-speak-to-ports', 'src/relayers/knows-nest.service.ts', value('@nestjs/core')),
  row('use-cases-speak-to-ports', 'src/relayers/knows-typeorm.service.ts', typeOnly('typeorm')),
  row('use-cases-speak-to-ports', 'src/relayers/knows-adapter.service.ts', value('./typeorm/relayer.row')),
  row('use-cases-speak-to-ports', 'src/relayers/knows-persistence.ts', value('../persistence/database')),
  row('use-cases-speak-to-ports', 'src/signers/knows-http.use-case.ts', typeOnly('./http/signers.controller')),
  row('use-cases-speak-to-ports', 'src/plugins/knows-persistence.ts', value('../persistence/database')),
  row('use-cases-speak-to-ports', 'src/relayers/knows-other.service.ts', value('../signers/signers.service')),

  row('http-knows-no-aggregate', 'src/http/knows-tokens.ts', typeOnly('../auth/tokens.service')),
  row('http-knows-no-aggregate', 'src/http/knows-relayers.ts', value('../relayers/relayers.service')),

  row('http-never-sees-storage', 'src/relayers/http/knows-row.ts', typeOnly('../typeorm/relayer.row')),
  row('http-never-sees-storage', 'src/signers/http/knows-persistence.ts', value('../../persistence/database')),

  row('typeorm-stays-in-adapters', 'src/relayers/http/knows-typeorm.ts', typeOnly('typeorm')),
  row('typeorm-stays-in-adapters', 'src/relayers/names-typeorm.module.ts', value('typeorm')),
  row('typeorm-stays-in-adapters', 'src/health/names-sqlite.ts', inlineType('better-sqlite3')),
  row('typeorm-stays-in-adapters', 'src/cli/names-pg.ts', typeOnly('pg')),

  row('redis-stays-in-its-folder', 'src/http/names-redis.ts', value('ioredis')),
  row('redis-stays-in-its-folder', 'src/health/names-redis-type.ts', typeOnly('ioredis')),

  row('storage-is-wired-not-called', 'src/configuration/knows-adapter.ts', value('../relayers/typeorm/relayer.row')),
  row('storage-is-wired-not-called', 'src/auth/knows-persistence.ts', typeQuery('../persistence/database')),
  row('storage-is-wired-not-called', 'src/webhooks/knows-migration.ts', value('../../migrations/index')),

  row('adapters-serve-the-domain', 'src/relayers/typeorm/knows-http.ts', typeOnly('../../http/answer')),
  row(
    'adapters-serve-the-domain',
    'src/relayers/typeorm/knows-other-row.ts',
    value('../../signers/typeorm/signer.row'),
  ),

  row('persistence-knows-no-aggregate', 'src/persistence/knows-row.ts', value('../relayers/typeorm/relayer.row')),
  row('persistence-knows-no-aggregate', 'src/persistence/knows-domain.ts', typeOnly('../relayers/domain/relayer')),

  row('aggregates-meet-in-the-domain', 'src/relayers/http/knows-other.ts', value('../../signers/signers.service')),

  row('aggregates-meet-in-the-domain', 'src/networks/http/knows-relayers.ts', value('../../relayers/relayers.service')),
  row('aggregates-point-one-way', 'src/signers/knows-networks.ts', typeOnly('../networks/domain/network')),
  row('aggregates-point-one-way', 'src/signers/knows-back.module.ts', value('../relayers/relayers.module')),
  row('aggregates-point-one-way', 'src/notifications/http/knows-relayers.ts', value('../../relayers/relayers.service')),
  row('aggregates-point-one-way', 'src/plugins/knows-relayers.module.ts', value('../relayers/relayers.module')),
  row('aggregates-point-one-way', 'src/signers/http/knows-sibling.ts', value('../../notifications/domain/signing-key')),

  row('controllers-are-leaves', 'src/configuration/knows-view.ts', typeOnly('../relayers/http/relayer.view')),
  row('controllers-are-leaves', 'src/webhooks/knows-view.ts', reExport('../signers/http/signers.controller')),

  row('entry-points-are-not-imported', 'src/webhooks/knows-command.ts', value('../cli/serve.command')),
  row('entry-points-are-not-imported', 'src/health/knows-app.ts', typeOnly('../app')),
  row('entry-points-are-not-imported', 'src/configuration/knows-modules.ts', value('../app.module')),

  row('production-without-tests', 'src/relayers/http/knows-builder.ts', value('../../../test/builders/a-relayer')),
  row('production-without-tests', 'migrations/knows-spec.ts', value('../src/http/answer.spec')),

  row('production-packages-are-declared', 'src/http/knows-dev-package.ts', value('fast-check')),
  row('production-packages-are-declared', 'src/http/knows-transitive-package.ts', value('body-parser')),

  row('no-cycles', 'src/settings/round.ts', value('./about')),
  row('no-cycles', 'src/settings/about.ts', typeOnly('./round')),
  row('no-cycles', 'src/kernel/tested.ts', typeOnly('./tested.spec')),
  row('no-cycles', 'src/kernel/tested.spec.ts', value('./tested')),

  row('no-orphans', 'src/relayers/orphan.ts', value('./domain/relayer')),
  row('no-orphans', 'migrations/orphan.ts', 'export class Orphan {}\n'),

  row('no-unresolved-imports', 'src/health/knows-missing.ts', value('./missing')),
];

/** Two folders that import each other, though no two files do. */
export const roundabout: readonly Plant[] = [
  { file: 'src/health/asks.ts', source: value('../metrics/counts') },
  { file: 'src/metrics/asks-back.ts', source: typeOnly('../health/answers') },
];

const plant = (file: string, ...sources: readonly string[]): Plant => ({ file, source: sources.join('') });

export const allowed: readonly Plant[] = [
  plant('src/kernel/entity-id.ts', `import 'node:crypto';\n`, typeOnly('./page')),
  plant('src/chains/amount.ts', value('../kernel/declarations')),
  plant(
    'src/relayers/domain/rpc-config.ts',
    `import 'node:net';\nimport 'class-validator';\nimport 'class-transformer';\nimport 'ipaddr.js';\n`,
    `import '@noble/curves/secp256k1.js';\nimport '@noble/hashes/sha3.js';\nimport '@scure/base';\nimport 'lossless-json';\n`,
    value('../../signers/domain/signer'),
    typeQuery('../../chains/amount'),
  ),
  plant('src/relayers/relayers.service.ts', `import '@nestjs/common';\n`, value('./domain/relayer')),
  plant('src/configuration/configuration.service.ts', value('../relayers/relayers.service')),
  plant('src/relayers/http/relayers.controller.ts', `import '@nestjs/common';\n`, value('../relayers.service')),
  plant('src/relayers/typeorm/relayer.row.ts', `import 'typeorm';\n`, value('../../persistence/database')),
  plant('src/relayers/typeorm/typeorm-signer-usage.ts', value('../../signers/domain/signer-usage')),
  plant('src/tables.ts', value('./relayers/typeorm/relayer.row')),
  plant('src/persistence/database.ts', `import 'better-sqlite3';\nimport 'pg';\n`, value('../settings/settings')),
  plant(
    'src/relayers/relayers.module.ts',
    `import './http/relayers.controller';\nimport '../signers/signers.module';\n`,
    value('./typeorm/relayer.row'),
  ),
  plant('src/redis/redis.module.ts', `import 'ioredis';\n`, value('../kernel/secret')),
  plant('src/health/readiness.ts', value('../persistence/database')),
  plant('src/cli/migrate.command.ts', value('../app')),
  plant('src/http/envelope.interceptor.ts', inlineType('express')),
  plant('src/relayers/domain/relayer.spec.ts', `import 'typeorm';\n`, value('../../../test/builders/a-relayer')),
];
