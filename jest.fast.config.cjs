const all = require('./jest.config.cjs');

/** Under a minute on two idle cores: the specs beside the code, and a suite or two of each kind that needs a service. */
const representative = [
  'test/architecture/(dependencies|settings)',
  'test/databases/(transactions|relayer-repository)',
  'test/e2e/(authentication|conditional-requests|create-relayer|envelope|exact-amounts|merge-patch|notifications|patch-relayer|rate-limit|signers)',
];

/** @type {import('jest').Config} */
module.exports = {
  ...all,
  testRegex: ['/src/.*\\.spec\\.ts$', ...representative.map((suites) => `/${suites}\\.spec\\.ts$`)],
};
