const { testRegex: _, ...base } = require('./jest.config.cjs');

/** The tests that mutants are tried against: those beside the code, or what `MUTATE_TESTS` lists with commas between. */
const tests = (process.env.MUTATE_TESTS ?? 'src/**/*.spec.ts').split(',');

/** @type {import('jest').Config} */
module.exports = { ...base, testMatch: tests.map((path) => `<rootDir>/${path.trim()}`) };
