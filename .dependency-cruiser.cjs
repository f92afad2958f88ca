/**
 * Who may import whom, type-only imports included. Each rule has a row of planted violations in
 * test/architecture/boundaries.plants.ts.
 *
 *   kernel <- chains <- domain <- use cases <- http | cli | configuration
 *   typeorm -> domain, persistence, encryption        modules wire both sides
 */
const SPEC = '\\.spec\\.ts$';
const MODULE = '\\.module\\.ts$';
const KERNEL = '^src/kernel/';
const CHAINS = '^src/chains/';
const DOMAIN = '^src/[^/]+/domain/';
const HTTP = '^src/[^/]+/http/';
const ADAPTER = '^src/[^/]+/typeorm/';
const PERSISTENCE = '^src/persistence/';
const STORAGE = [ADAPTER, PERSISTENCE, '^src/tables\\.ts$', '^migrations/'];
const ENTRY_POINT = ['^src/(main|app|app\\.module|pipeline|answer-cache\\.provider)\\.ts$', '^src/cli/'];

/** Where use cases live: whatever stands in one of these folders beside its `domain`, `http` and `typeorm`. */
const USE_CASES = '^src/(relayers|notifications|signers|networks|plugins|audit)/(?![^/]*\\.module\\.ts$)[^/]+\\.ts$';

const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;
const PURE_PACKAGES = packages(
  '@noble/[^/]+',
  '@scure/base',
  'class-transformer',
  'reflect-metadata',
  'class-validator',
  'ipaddr\\.js',
  'lossless-json',
  'jsonc-parser',
  'yaml',
);

/** Which domain may know which other ones. */
const DOMAIN_IMPORTS = {
  relayers: ['signers'],
  networks: ['relayers'],
  webhooks: ['notifications', 'relayers'],
  configuration: ['relayers', 'signers', 'notifications', 'networks', 'plugins'],
};

const domainRules = [
  'relayers',
  'notifications',
  'signers',
  'networks',
  'plugins',
  'audit',
  'auth',
  'webhooks',
  'configuration',
].map((name) => ({
  name: `${name}-domain-is-pure`,
  comment: 'A domain imports the kernel, chains, the domains that are listed for it and pure libraries.',
  from: { path: `^src/${name}/domain/`, pathNot: SPEC },
  to: {
    pathNot: [
      KERNEL,
      CHAINS,
      ...[name, ...(DOMAIN_IMPORTS[name] ?? [])].map((other) => `^src/${other}/domain/`),
      PURE_PACKAGES,
    ],
    dependencyTypesNot: ['core'],
  },
}));

/** These are held to a list of what they may import, so the rules about single targets need not name them again. */
const INSIDE = [KERNEL, CHAINS, DOMAIN, USE_CASES];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'kernel-is-pure',
    comment: 'The kernel is what every domain shares: it knows no aggregate, no framework, no settings and no logger.',
    from: { path: KERNEL, pathNot: SPEC },
    to: { pathNot: [KERNEL, PURE_PACKAGES], dependencyTypesNot: ['core'] },
  },
  {
    name: 'chains-know-the-kernel',
    comment: 'What belongs to networks stands on the kernel alone.',
    from: { path: CHAINS, pathNot: SPEC },
    to: { pathNot: [KERNEL, CHAINS, PURE_PACKAGES], dependencyTypesNot: ['core'] },
  },
  ...domainRules,
  {
    name: 'use-cases-speak-to-ports',
    comment:
      'A use case, under whatever file name, speaks to domains and ports; @nestjs/common is the only Nest in it.',
    from: { path: USE_CASES, pathNot: [SPEC, MODULE] },
    to: {
      pathNot: [KERNEL, CHAINS, DOMAIN, '^src/$1/[^/]+\\.ts$', PURE_PACKAGES, packages('@nestjs/common')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'http-knows-no-aggregate',
    comment: 'http/ is what every route shares: it knows no aggregate and no tokens; pipeline.ts and app.ts join them.',
    from: { path: '^src/http/', pathNot: SPEC },
    to: { path: '^src/', pathNot: ['^src/(http|kernel|settings|redis)/'] },
  },
  {
    name: 'http-never-sees-storage',
    comment: 'A controller reaches stored records through its service.',
    from: { path: HTTP, pathNot: [SPEC, MODULE] },
    to: { path: STORAGE },
  },
  {
    name: 'typeorm-stays-in-adapters',
    comment: 'Only */typeorm/**, persistence/**, tables.ts and migrations/** name the object mapper and the drivers.',
    from: { path: '^src/', pathNot: [SPEC, ...STORAGE, ...INSIDE] },
    to: { path: packages('typeorm', '@nestjs/typeorm', 'better-sqlite3(-13)?', 'pg', '@types/(better-sqlite3|pg)') },
  },
  {
    name: 'redis-stays-in-its-folder',
    comment: 'Only redis/** names the client, so that no other code can wait for Redis longer than it should.',
    from: { path: '^src/', pathNot: [SPEC, '^src/redis/', ...INSIDE] },
    to: { path: packages('ioredis') },
  },
  {
    name: 'storage-is-wired-not-called',
    comment:
      'Storage is behind ports: modules and entry points wire it, health and metrics ask it, nobody else sees it.',
    from: {
      path: '^src/',
      pathNot: [SPEC, MODULE, HTTP, '^src/(health|metrics|encryption)/', ...STORAGE, ...INSIDE, ...ENTRY_POINT],
    },
    to: { path: STORAGE },
  },
  {
    name: 'adapters-serve-the-domain',
    comment: 'An adapter knows the domain whose port it implements, persistence, and how to seal.',
    from: { path: '^src/([^/]+)/typeorm/', pathNot: SPEC },
    to: {
      path: '^(src|migrations)/',
      pathNot: [KERNEL, CHAINS, DOMAIN, '^src/$1/', PERSISTENCE, '^src/(encryption|settings)/[^/]+\\.ts$'],
    },
  },
  {
    name: 'persistence-knows-no-aggregate',
    comment: 'Persistence offers connections and transactions; what is stored over them is for the adapters.',
    from: { path: PERSISTENCE, pathNot: SPEC },
    to: { path: '^src/', pathNot: [KERNEL, PERSISTENCE, '^src/settings/'] },
  },
  {
    name: 'aggregates-point-one-way',
    comment:
      'relayers -> signers, notifications, domain only. The way back is a narrow port owned by the one who asks.',
    from: { path: '^src/(notifications|signers|plugins)/', pathNot: SPEC },
    to: {
      path: '^src/(relayers|notifications|signers|networks|plugins|webhooks|configuration)/',
      pathNot: '^src/$1/',
    },
  },
  {
    name: 'aggregates-meet-in-the-domain',
    comment: 'An aggregate reaches another through its domain/ only.',
    from: { path: '^src/(relayers|networks)/', pathNot: [SPEC, MODULE, ADAPTER, ...INSIDE] },
    to: { path: '^src/(relayers|notifications|signers|networks)/(?!domain/)', pathNot: '^src/$1/' },
  },
  {
    name: 'controllers-are-leaves',
    comment: 'What an aggregate says over HTTP is for its own controllers; others call its service.',
    from: { path: '^src/', pathNot: [SPEC, MODULE, HTTP, ADAPTER, PERSISTENCE, ...INSIDE, ...ENTRY_POINT] },
    to: { path: HTTP },
  },
  {
    name: 'entry-points-are-not-imported',
    comment: 'main, app, the pipeline and the command line put everything together; nothing builds on them.',
    from: { path: '^src/', pathNot: [SPEC, ADAPTER, PERSISTENCE, ...INSIDE, ...ENTRY_POINT] },
    to: { path: ENTRY_POINT },
  },
  {
    name: 'production-without-tests',
    comment: 'What is shipped does not lean on what tests it.',
    from: { path: '^(src|migrations)/', pathNot: [SPEC, ...INSIDE] },
    to: { path: ['^(test|bench)/', SPEC] },
  },
  {
    name: 'production-packages-are-declared',
    comment: 'The image installs `dependencies` only: a package that is a dev or a transitive one is missing there.',
    from: { path: '^(src|migrations)/', pathNot: [SPEC, ...INSIDE] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-cycles',
    comment: 'Of two files that import each other neither can be understood, tested or moved alone.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file that the entry point does not reach is dead.',
    from: { path: '^src/main\\.ts$' },
    to: { path: '^(src|migrations)/', pathNot: [SPEC, '\\.d\\.ts$'], reachable: false },
  },
  {
    name: 'no-unresolved-imports',
    comment: 'An import that cannot be found would slip through every other rule.',
    from: { pathNot: INSIDE },
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // What it needs is installed only where it runs.
    exclude: { path: '^(dist|coverage|test/(sdk|docs-page))/' },
    // An import that only names a type leaves no trace in the emitted code, yet ties the files as firmly.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
      mainFields: ['main', 'types'],
    },
  },
};
