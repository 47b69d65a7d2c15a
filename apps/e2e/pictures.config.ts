import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run pictures`: takes the screenshots of the README from a running, seeded product. */
export default defineConfig({ ...journeys, testMatch: '**/*.pictures.ts', workers: 1, timeout: 300_000 });
