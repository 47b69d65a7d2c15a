import type { Page } from '@playwright/test';
import { type Api, openApi } from './api';
import { test as base } from './warm-pages';

export { expect } from '@playwright/test';

interface JourneyFixtures {
  /** Calls as the first Admin, to prepare what a journey needs. */
  asAdmin: Api;
  /** Each call returns a page on another computer. */
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
  elsewhere: async ({ openPage }, use) => {
    let computers = 0;
    await use(() => openPage(`elsewhere ${(computers += 1)}`));
  },
});

export function stackUrl(): string {
  const url = process.env.E2E_BASE_URL;
  if (!url) throw new Error('E2E_BASE_URL is not set: run the journeys with `npm run test:e2e`');
  return url;
}
