import tseslint from 'typescript-eslint';
import { existsSync } from 'node:fs';
import { defineConfig, globalIgnores } from 'eslint/config';

const syntax = {
  noDefaultExport: {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Export by name: a thing is called the same everywhere.',
  },
  noEnum: {
    selector: 'TSEnumDeclaration',
    message: 'Use a union type, or derive one from a registry.',
  },
};

const noFocusedTests = ['describe', 'it', 'test'].map((object) => ({
  object,
  property: 'only',
  message: 'A focused test silences all the others.',
}));

const noForwardRef = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'A cycle between modules is solved by a narrow port owned by the one who asks.',
};

const noChosenSqlite = {
  name: 'better-sqlite3',
  allowTypeImports: true,
  message: 'Which version of it runs is chosen in src/persistence/sqlite-driver.ts.',
};

const noEnvironment = { name: 'node:process', importNames: ['env'], message: 'Settings come from src/settings.' };

/** Without the package that they test, its types are unknown. */
const notInstalled = existsSync('test/sdk/node_modules') ? [] : ['test/sdk/'];

export default defineConfig(
  globalIgnores(['.stryker-tmp/', 'coverage/', 'data/', 'dist/', 'reports/', ...notInstalled]),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', syntax.noDefaultExport, syntax.noEnum],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest's modules are classes that carry nothing but their decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [noForwardRef, noChosenSqlite] }],
      // Rows and settings are written as literals; their classes only carry metadata or serve as injection tokens.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // It asks for the `!` that the strict rules forbid.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/prefer-readonly': 'error',
      // An `async` method without `await` turns what it throws into a rejection, as its port promises.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'migrations/**/*.ts'],
    // A command hands the environment to those who read it.
    ignores: ['src/settings/**', 'src/cli/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: noEnvironment.message }],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [noForwardRef, noChosenSqlite, noEnvironment] }],
    },
  },
  {
    files: ['src/**/*.service.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@nestjs/common', allowImportNames: ['Injectable'], message: 'A use case needs no more of Nest.' },
            noEnvironment,
          ],
        },
      ],
    },
  },
  { files: ['src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', ...noFocusedTests],
      // The body of a supertest answer and Jest's asymmetric matchers are typed `any` by their packages.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      // A missing element fails the test at the very place where it is asserted to exist.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['bench/**/*.ts'], rules: { 'no-console': 'off' } },
);
