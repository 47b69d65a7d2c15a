import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './src/support/browser';

/** What only `npm run test:all` runs. */
const SLOW = '**/*.slow.e2e.spec.ts';
const isSlow = process.env.JOURNEYS === 'slow';

export default defineConfig({
  testDir: './src',
  testMatch: isSlow ? SLOW : '**/*.e2e.spec.ts',
  testIgnore: [
    ...(isSlow ? [] : [SLOW]),
    ...(process.env.EVENT_STORE === 'eventstoredb' ? [] : ['**/on-eventstoredb.e2e.spec.ts']),
  ],
  outputDir: './test-results',
  globalSetup: './src/support/stack.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The journeys share one running product; each creates its own people and devices.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
    screenshot: 'only-on-failure',
    // Recording slows every journey down; to record a failure, run `npm run test:e2e -- --trace on`.
    trace: 'off',
  },
});
