import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { boundaries, circles } from './tools/lint/boundaries.mjs';
import { PROGRAMS } from './tools/lint/programs.mjs';

const TESTS = ['**/*.spec.{ts,tsx,mjs}', '**/*.rehearsal.mjs', '**/testing/**', 'apps/e2e/**'];

export default defineConfig(
  globalIgnores(['**/dist/**', '**/node_modules/**', '**/.data*/**', '.nx/**', '**/coverage/**', '**/test-results/**']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-dupe-keys': 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: PROGRAMS, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-unused-vars': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Nest reads the types of constructor parameters at run time, so these imports must stay real ones.
    files: ['apps/*/src/**/*.ts', 'libs/{messaging,service,service-kit}/src/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['apps/e2e/**'],
    ignores: ['apps/e2e/src/support/{ui-journey,warm-pages}.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['unroute', 'unrouteAll'].map((property) => ({ property, message: 'stopMocking says why.' })),
      ],
    },
  },
  { files: TESTS, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  ...boundaries,
  circles,
);
