import { test as base, type BrowserContext, type Page } from '@playwright/test';

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

interface Opening {
  /** Set by specs of what a browser fetches: their pages find nothing fetched before. */
  isCold: boolean;
  /** Opens an empty page with nothing but these cookies; all pages of a test with the same `person` share a computer. */
  openPage: (person: string, cookies?: Cookies) => Promise<Page>;
}

interface Kept {
  contexts: Map<string, BrowserContext>;
}

/**
 * A `test` whose pages find the product's code fetched and compiled, which halves the time to open one: a worker keeps
 * its browser contexts, each with an idle page of the product, and empties them after every test.
 */
export const test = base.extend<Opening, Kept>({
  contexts: [
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  isCold: [false, { option: true }],
  openPage: async (
    {
      browser,
      contexts,
      isCold,
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      colorScheme,
      locale,
      timezoneId,
      contextOptions,
    },
    use,
  ) => {
    // Whatever a spec may set for its pages.
    const settings = { isCold, baseURL, viewport, hasTouch, isMobile, colorScheme, locale, timezoneId, contextOptions };
    const used = new Set<BrowserContext>();
    await use(async (person, cookies = []) => {
      const key = JSON.stringify([person, settings]);
      let context = contexts.get(key);
      if (!context) {
        context = await browser.newContext();
        context.once('close', () => contexts.delete(key));
        contexts.set(key, context);
        await (await context.newPage()).goto(`${baseURL ?? ''}/favicon.svg`);
      }
      if (!used.has(context)) await context.addCookies(cookies);
      used.add(context);
      return context.newPage();
    });
    for (const context of used) await (isCold ? context.close() : emptied(context));
  },
  page: async ({ openPage }, use) => use(await openPage('visitor')),
});

async function emptied(context: BrowserContext): Promise<void> {
  const [idle, ...pages] = context.pages();
  if (!idle) return;
  for (const page of pages) await page.close();
  // A test's clock would stay with the context.
  if (await idle.evaluate(() => !String(setTimeout).includes('[native code]'))) return context.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await idle.evaluate(() => localStorage.clear());
}
