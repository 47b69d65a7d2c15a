import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { type Api, openApi } from './api';

export { expect } from '@playwright/test';

interface JourneyFixtures {
  /** Calls as the first Admin, to prepare what a journey needs. */
  asAdmin: Api;
  /**
   * Each call returns a page on another computer; all are closed with the journey, because open pages keep following
   * changes.
   */
  elsewhere: () => Promise<Page>;
}

/** The `test` of all journeys: pages open relative to the running product. */
export const test = base.extend<JourneyFixtures>({
  // Playwright reads a fixture's dependencies from this pattern, so it must be there even if it is empty.
  baseURL: async ({}, use) => use(stackUrl()),
  asAdmin: async ({ baseURL }, use) => {
    const api = await openApi(baseURL ?? stackUrl());
    await api.signInAsFirstAdmin();
    await use(api);
    await api.close();
  },
  elsewhere: async ({ browser }, use) => {
    const computers: BrowserContext[] = [];
    await use(async () => {
      const computer = await browser.newContext();
      computers.push(computer);
      return computer.newPage();
    });
    for (const computer of computers) await computer.close();
  },
});

export function stackUrl(): string {
  const url = process.env.E2E_BASE_URL;
  if (!url) throw new Error('E2E_BASE_URL is not set: run the journeys with `npm run test:e2e`');
  return url;
}
