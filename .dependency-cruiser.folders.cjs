const { options } = require('./.dependency-cruiser.cjs');

/**
 * No cycle between the folders of src/. Specs count for nothing here: they may import what they test with.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      comment: 'Of two folders that import each other neither can be understood, tested or moved alone.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['^(dist|coverage)/', '\\.spec\\.ts$'] }, includeOnly: '^src/' },
};
