import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/ui-journey';

const pages = [
  { path: '/api/docs', title: 'Repairline API', entry: 'PATCH /api/devices/{barcode}' },
  { path: '/api/docs/events', title: 'Repairline events', entry: 'repair-completed' },
];
const files = [
  ['/api/docs/openapi.json', 'docs/api/openapi.json'],
  ['/api/docs/asyncapi.json', 'docs/events/asyncapi.json'],
] as const;

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const;

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
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${title} is accessible in the ${colorScheme} theme and loads no other resource`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const wrong = await openWatched(page, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
      await expect(page.getByRole('heading', { name: entry, exact: true })).toBeInViewport();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
      expect(wrong.filter((each) => !each.includes('/favicon'))).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('1100px');
    });
  }

  test(`${title} fits the width of a phone, and no name in it is broken`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(path);
    const [whole, seen] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(whole).toBe(seen);
    expect(await page.locator('td code').evaluateAll(brokenWords)).toEqual([]);
  });

  for (const viewport of [DESK, PHONE]) {
    test(`${title} has links large enough to hit and a link to the product, ${viewport.width} px wide`, async ({
      browser,
      url,
    }) => {
      const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE });
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      const { violations } = await new AxeBuilder({ page }).withTags([...RULES]).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
      if (viewport === PHONE) expect(await page.locator('nav a').evaluateAll(lowest)).toBeGreaterThanOrEqual(44);
      await page.getByRole('link', { name: 'To Repairline' }).click();
      await expect(page).toHaveURL(`${url}/`);
      await context.close();
    });
  }
}

test('the JSON documents served are those in the repository', async ({ page }) => {
  for (const [path, file] of files) {
    const answer = await page.request.get(path);
    expect(answer.headers()['content-type']).toContain('application/json');
    expect(await answer.json()).toEqual(JSON.parse(readFileSync(join(__dirname, '../../..', file), 'utf8')));
  }
});
