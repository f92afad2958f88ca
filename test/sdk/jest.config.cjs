const { testPathIgnorePatterns: _, ...all } = require('../../jest.config.cjs');

/** The client of the OpenZeppelin Relayer, which only `npm run test:sdk` installs. */
module.exports = { ...all, rootDir: '../..', roots: ['<rootDir>/test/sdk'] };
