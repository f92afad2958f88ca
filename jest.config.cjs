/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  globalSetup: '<rootDir>/test/support/before-all-suites.cjs',
  globalTeardown: '<rootDir>/test/support/after-all-suites.cjs',
  // They need a client that `npm run test:sdk` alone installs.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/sdk/'],
  transform: { '^.+\\.[cm]?[jt]s$': ['@swc/jest', require('./.swcrc.cjs')] },
  // These packages are published as ES modules only, and Jest runs CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@noble|@scure)/)'],
  // A busy machine is slow: a test fails by what it asserts, and ends by itself long before this, in milliseconds.
  testTimeout: 60_000,
  // Many suites wait for processes of their own more than they work.
  maxWorkers: '100%',
  // Each suite loads the whole service anew, and what it leaves behind adds up: a worker that has grown begins again.
  workerIdleMemoryLimit: '1GB',
  collectCoverageFrom: ['src/**/*.ts', '!src/main.ts'],
};
