/** Lets `node -r ./bench/typescript.cjs file.ts` run TypeScript, compiled as the tests are. */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const options = require('../.swcrc.cjs');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename, swcrc: false });
  module._compile(code, filename);
};
