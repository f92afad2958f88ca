/**
 * Who may import whom. Each rule has a row of planted violations in test/architecture/boundaries.spec.ts.
 *
 *   kernel <- <aggregate>/domain <- <aggregate>.service <- http | cli | bundle
 *   typeorm -> domain, persistence        *.module.ts wires both sides
 */
const SPEC = '\\.spec\\.ts$';
const MODULE = '\\.module\\.ts$';
const KERNEL = '^src/kernel/';
const DOMAIN = ['^src/[^/]+/domain/', '^src/auth/api-token(\\.repository)?\\.ts$'];
const SERVICE = '^src/(?!bundle/)[^/]+/[^/]+\\.service\\.ts$';
const HTTP = ['^src/http/', '^src/[^/]+/http/'];
const ADAPTER = '^src/[^/]+/typeorm/';
const PERSISTENCE = '^src/persistence/';
const STORAGE = [ADAPTER, PERSISTENCE, '^migrations/'];
const ENTRY_POINT = ['^src/(main|app|app\\.module)\\.ts$', '^src/cli/'];

/** These are held to a list of what they may import, so the rules about single targets need not name them again. */
const INSIDE = [KERNEL, ...DOMAIN, SERVICE];

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

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'kernel-is-pure',
    comment: 'The kernel is what every domain shares: it knows no aggregate, no framework, no settings and no logger.',
    from: { path: KERNEL, pathNot: SPEC },
    to: { pathNot: [KERNEL, PURE_PACKAGES], dependencyTypesNot: ['core'] },
  },
  {
    name: 'domain-is-pure',
    comment: 'A domain imports the kernel, other domains and pure libraries for shapes, keys and addresses.',
    from: { path: DOMAIN, pathNot: SPEC },
    to: { pathNot: [KERNEL, ...DOMAIN, PURE_PACKAGES], dependencyTypesNot: ['core'] },
  },
  {
    name: 'services-are-use-cases',
    comment: 'The application layer speaks to domains and ports; @Injectable() is the only Nest in it.',
    from: { path: '^src/(?!bundle/)([^/]+)/[^/]+\\.service\\.ts$', pathNot: SPEC },
    to: {
      pathNot: [
        KERNEL,
        ...DOMAIN,
        '^src/$1/[^/]+\\.ts$',
        '^src/events/[^/]+\\.ts$',
        PURE_PACKAGES,
        packages('@nestjs/common'),
      ],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'http-never-sees-storage',
    comment: 'A controller reaches stored records through its service.',
    from: { path: HTTP, pathNot: [SPEC, MODULE] },
    to: { path: STORAGE },
  },
  {
    name: 'typeorm-stays-in-adapters',
    comment: 'Only */typeorm/**, persistence/** and migrations/** name the object mapper and the database drivers.',
    from: { path: '^src/', pathNot: [SPEC, ...STORAGE, ...INSIDE] },
    to: { path: packages('typeorm', '@nestjs/typeorm', 'better-sqlite3', 'pg', '@types/(better-sqlite3|pg)') },
  },
  {
    name: 'redis-stays-in-its-folder',
    comment: 'Only redis/** names the client, so that no other code can wait for Redis longer than it should.',
    from: { path: '^src/', pathNot: [SPEC, '^src/redis/', ...STORAGE, ...INSIDE] },
    to: { path: packages('ioredis') },
  },
  {
    name: 'storage-is-wired-not-called',
    comment: 'Storage is behind ports: modules and entry points wire it, readiness asks it, nobody else sees it.',
    from: {
      path: '^src/',
      pathNot: [SPEC, MODULE, ...HTTP, '^src/operations/', ...STORAGE, ...INSIDE, ...ENTRY_POINT],
    },
    to: { path: STORAGE },
  },
  {
    name: 'adapters-serve-the-domain',
    comment: 'An adapter knows the domain whose port it implements, and persistence.',
    from: { path: '^src/([^/]+)/typeorm/', pathNot: SPEC },
    to: { path: '^(src|migrations)/', pathNot: [KERNEL, ...DOMAIN, '^src/$1/typeorm/', PERSISTENCE] },
  },
  {
    name: 'persistence-knows-no-aggregate',
    comment: 'Persistence offers connections and transactions; what is stored over them is for the adapters.',
    // The list of rows is the one place that names them all.
    from: { path: PERSISTENCE, pathNot: [SPEC, '^src/persistence/rows\\.ts$'] },
    to: { path: '^src/', pathNot: [KERNEL, PERSISTENCE, '^src/settings/'] },
  },
  {
    name: 'aggregates-meet-in-the-domain',
    comment: 'An aggregate reaches another through its domain/ only.',
    from: { path: '^src/relayers/', pathNot: [SPEC, MODULE, ADAPTER, ...INSIDE] },
    to: { path: '^src/(notifications|signers)/(?!domain/)' },
  },
  {
    name: 'aggregates-point-one-way',
    comment: 'relayers -> signers, notifications. The way back is a narrow port owned by the one who asks.',
    from: { path: '^src/(notifications|signers)/', pathNot: SPEC },
    to: { path: '^src/(relayers|notifications|signers)/', pathNot: '^src/$1/' },
  },
  {
    name: 'controllers-are-leaves',
    comment: 'What an aggregate says over HTTP is for its own controllers; others call its service.',
    from: {
      path: '^src/',
      pathNot: [SPEC, MODULE, '^src/[^/]+/http/', ADAPTER, PERSISTENCE, ...INSIDE, ...ENTRY_POINT],
    },
    to: { path: '^src/[^/]+/http/' },
  },
  {
    name: 'entry-points-are-not-imported',
    comment: 'main, app and the command line put everything together; nothing builds on them.',
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
    exclude: { path: '^(dist|coverage)/' },
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
