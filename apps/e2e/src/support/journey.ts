import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { type Api, openApi } from './api';

export { expect } from '@playwright/test';

interface JourneyFixtures {
  /** Calls as the first Admin, for what a journey needs before it begins. */
  asAdmin: Api;
  /** A page on another computer each time; all of them are closed with the journey, since open ones go on following the rest. */
  elsewhere: () => Promise<Page>;
}

/** The test of every journey: pages open relative to the running product. */
export const test = base.extend<JourneyFixtures>({
  // Playwright reads a fixture's dependencies from this pattern, so it has to be there though empty.
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
