import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/**
 * `npm run pictures` starts a seeded product of its own and takes first the pictures for the README and the guide, then
 * one of every view, into PICTURES_DIR. `npm run pictures -- --project readme` takes only the former.
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
