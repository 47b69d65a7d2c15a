import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/**
 * `npm run pictures`, on a seeded product of its own: first what the README and the guide show, then everything there is to look at,
 * into PICTURES_DIR. `npm run pictures -- --project readme` takes the first alone.
 */
export default defineConfig({
  ...journeys,
  projects: [
    { name: 'readme', testMatch: '**/readme.pictures.ts' },
    { name: 'everything', testMatch: '**/screens.pictures.ts', dependencies: ['readme'] },
  ],
  globalSetup: './src/support/seeded-stack.ts',
  timeout: 300_000,
});
