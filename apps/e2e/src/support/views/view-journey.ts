import type { Page } from '@playwright/test';
import { test as base } from '../ui-journey';
import { type Bench, setUpBench } from './bench';
import { type View, type Viewer, waitUntilSettled } from './view';

export interface Opening {
  /** Opens the view on a new page, calls `look` once it has come to rest, and closes the page. */
  lookAt: (view: View, viewer: Viewer, look: (page: Page) => Promise<void>) => Promise<void>;
}

/** The `test` of specs that go through all views. */
export const test = base.extend<Opening, { bench: Bench }>({
  bench: [
    async ({ admin, url, member }, use) => {
      const bench = await setUpBench(admin, url, member.email);
      await use(bench);
      await bench.other.api.close();
    },
    { scope: 'worker' },
  ],
  lookAt: async ({ page: signedOutPage, memberPage, adminPage, bench }, use) => {
    const pages: Record<Viewer, Page> = { 'signed out': signedOutPage, Member: memberPage, Admin: adminPage };
    await use(async (view, viewer, look) => {
      const page = await pages[viewer].context().newPage();
      try {
        await view.open(page, bench);
        await waitUntilSettled(page, view);
        await look(page);
      } finally {
        await page.close();
      }
    });
  },
});
