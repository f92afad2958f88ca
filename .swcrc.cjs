/**
 * The compiler of the build and of the tests. Field semantics equal those of tsconfig.json: with `useDefine` on, an absent field of a request
 * would become `undefined` and could no longer be told from null.
 */
module.exports = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};
