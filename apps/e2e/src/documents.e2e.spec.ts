import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { becomePhone, overflow, THUMB_PX } from './accessibility/in-reach';
import { violations } from './accessibility/violations';
import { expect, test } from './support/ui-journey';

const pages = [
  { path: '/api/docs', title: 'Repairline API', entry: 'PATCH /api/devices/{barcode}' },
  { path: '/api/docs/events', title: 'Repairline events', entry: 'repair-completed' },
];
const files = [
  ['/api/docs/openapi.json', 'docs/api/openapi.json'],
  ['/api/docs/asyncapi.json', 'docs/events/asyncapi.json'],
] as const;

/** Names that break across lines. */
const brokenWords = (codes: Element[]) =>
  codes.filter((code) => code.getClientRects().length > 1).map((code) => code.textContent);

const lowest = (links: Element[]) => Math.min(...links.map((link) => link.getBoundingClientRect().height));

/** Collects what the browser refuses to load and everything it requests besides the page itself. */
async function openWatched(page: Page, path: string): Promise<string[]> {
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().endsWith(path)) wrong.push(request.url());
  });
  await page.goto(path);
  return wrong;
}

for (const { path, title, entry } of pages) {
  test(`${title} is accessible in both themes, fits a phone and loads no other resource`, async ({ page }) => {
    const wrong = await openWatched(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
    await expect(page.getByRole('heading', { name: entry, exact: true })).toBeInViewport();
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('1100px');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, colorScheme), colorScheme).toEqual([]);
    }
    await becomePhone(page);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('td code').evaluateAll(brokenWords)).toEqual([]);
    expect(await page.locator('nav a').evaluateAll(lowest)).toBeGreaterThanOrEqual(THUMB_PX);
    expect(wrong.filter((each) => !each.includes('/favicon'))).toEqual([]);
    await page.getByRole('link', { name: 'To Repairline' }).click();
    await expect(page).toHaveURL((address) => address.pathname === '/');
  });
}

test('the JSON documents served are those in the repository', async ({ page }) => {
  for (const [path, file] of files) {
    const answer = await page.request.get(path);
    expect(answer.headers()['content-type']).toContain('application/json');
    expect(await answer.json()).toEqual(JSON.parse(readFileSync(join(__dirname, '../../..', file), 'utf8')));
  }
});
