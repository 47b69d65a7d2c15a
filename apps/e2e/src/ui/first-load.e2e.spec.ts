import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from '../support/ui-journey';

test.use({ isCold: true });

/** Counts the 'Loading…' that the page draws from its next load on. */
async function countLoading(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const drawn = new Set<Element>();
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]'))
        if (status.textContent === 'Loading…') drawn.add(status);
      Object.assign(window, { loadingDrawn: drawn.size });
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { loadingDrawn: number }).loadingDrawn);
}

const screens = [
  { path: '/devices', chunk: 'device-management', heading: 'Device Management' },
  { path: '/profile', chunk: 'profile-settings', heading: 'Profile Settings' },
  { path: '/admin/status', chunk: 'system-status', heading: 'System Status' },
];

for (const { path, chunk, heading } of screens) {
  test(`${path} fetches its code while it asks who is signed in`, async ({ adminPage: page }) => {
    const release = await holdRequests(page, '**/api/auth/user');
    const fetched = [chunk, 'shell', 'user-menu'].map((name) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
    );
    await page.goto(path);
    await Promise.all(fetched);
    release();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });

  test(`${path} draws one 'Loading…' before the screen, and not one after another`, async ({ adminPage: page }) => {
    const loadingDrawn = await countLoading(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await loadingDrawn()).toBe(1);
  });
}

test('the login screen follows one ‘Loading…’, too', async ({ page }) => {
  const loadingDrawn = await countLoading(page);
  await page.goto('/');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await loadingDrawn()).toBe(1);
});

test('without JavaScript, the page says that it is needed', async ({ browser, url }) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/devices');
  await expect(page.locator('noscript p')).toBeVisible();
  await context.close();
});

test('browsers that ask for /favicon.ico get an icon', async ({ request }) => {
  const answer = await request.get('/favicon.ico');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toMatch(/^image\//u);
});
