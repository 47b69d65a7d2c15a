const esmOnly = ['kysely'];

const transformWith = (react) => ({
  '^.+\\.(ts|tsx|js|mjs)$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: react, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        target: 'es2023',
        keepClassNames: true,
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    },
  ],
});

const common = {
  rootDir: import.meta.dirname,
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: transformWith(false),
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: { '^@repairline/([^/]+)/(.*)$': '<rootDir>/libs/$1/src/$2' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data', '<rootDir>/.nx'],
  testEnvironment: 'node',
};

const serverSpecs = ['<rootDir>/{libs,apps}/*/src/**/*.spec.ts'];

/** Three kinds of test by file name: pure `.spec`, the browser's parts under jsdom, `.int.spec` on real stores. */
export default {
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: serverSpecs,
      testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/apps/(web|e2e)/', '\\.(int|e2e)\\.spec\\.ts$'],
    },
    {
      ...common,
      displayName: 'web',
      transform: transformWith(true),
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/apps/web/src/**/*.spec.{ts,tsx}'],
      setupFiles: ['<rootDir>/tools/test/jsdom-gaps.mjs'],
      setupFilesAfterEnv: ['<rootDir>/tools/test/dom-patience.mjs'],
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '\\.(css|svg|png)$': '<rootDir>/tools/test/no-asset.mjs',
        '^@fluentui/react-icons(/svg/.*)?$': '<rootDir>/tools/test/no-icons.cjs',
      },
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.int.spec.ts'],
    },
  ],
};
