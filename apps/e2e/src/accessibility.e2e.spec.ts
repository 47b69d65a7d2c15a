import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey';
import { createApprovedUser, theFirstAdmin } from './support/people';
import { screens, settled, setUpBench } from './support/screens';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  await settled(page);
  // The component library's focus sentinels hand the focus on and never keep it.
  const { violations: found } = await new AxeBuilder({ page }).withTags(WCAG).exclude('[data-tabster-dummy]').analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('no screen keeps anybody out', async ({ page, asAdmin, baseURL }) => {
      test.setTimeout(240_000);
      for (const { name, open } of screens.signedOut) {
        await test.step(name, async () => {
          await open(page, { person: { email: '', password: '' }, waiting: '', started: '', done: '' });
          expect.soft(await violations(page), name).toEqual([]);
        });
      }
      const bench = await setUpBench(page, await createApprovedUser(asAdmin, baseURL ?? ''));
      for (const { name, open } of screens.signedIn) {
        await test.step(name, async () => {
          await open(page, bench);
          expect.soft(await violations(page), name).toEqual([]);
        });
      }
    });

    test('nor does any that only Admins have', async ({ page }) => {
      test.setTimeout(240_000);
      const bench = await setUpBench(page, theFirstAdmin);
      for (const { name, open } of screens.admin) {
        await test.step(name, async () => {
          await open(page, bench);
          expect.soft(await violations(page), name).toEqual([]);
        });
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no screen scrolls sideways', async ({ page, asAdmin, baseURL }) => {
    test.setTimeout(240_000);
    const bench = await setUpBench(page, await createApprovedUser(asAdmin, baseURL ?? ''));
    for (const { name, open } of screens.signedIn) {
      await test.step(name, async () => {
        await open(page, bench);
        await settled(page);
        expect.soft(await scrollsSideways(page), name).toBe(false);
      });
    }
  });

  test('nor does any that only Admins have', async ({ page }) => {
    test.setTimeout(240_000);
    const bench = await setUpBench(page, theFirstAdmin);
    for (const { name, open } of screens.admin) {
      await test.step(name, async () => {
        await open(page, bench);
        await settled(page);
        expect.soft(await scrollsSideways(page), name).toBe(false);
      });
    }
  });
});

test('the main job can be done by keyboard alone', async ({ page, asAdmin, baseURL }) => {
  const { email, password } = await createApprovedUser(asAdmin, baseURL ?? '');
  const { keyboard } = page;
  const assetNumber = `KB-${Date.now()}`;
  await page.goto('/');
  await expect(page.getByLabel('Email')).toBeFocused();
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();

  const add = page.getByRole('button', { name: 'Add to Intake' }).first();
  await tabTo(page, add);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Asset Number')).toBeFocused();
  await keyboard.type(assetNumber);
  await keyboard.press('Enter');
  await expect(
    page.getByRole('dialog').getByLabel('School'),
    'a scanner ends with Enter, which goes on to the next field',
  ).toBeFocused();
  await keyboard.type('S');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to Intake' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(add).toBeFocused();

  await tabTo(page, page.getByPlaceholder(/Search/u));
  await keyboard.type(assetNumber);
  const details = page.getByRole('link', { name: `View Details of ${assetNumber}` });
  await tabTo(page, details);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Start Work' }));
  await keyboard.press('Enter');
  await page.getByLabel('Initial Issue').focus();
  await keyboard.type('Missing keys');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Start Work' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Quick Complete' }));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Actions Taken')).toBeFocused();
  await keyboard.type('Replaced key caps');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Complete Repair' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Fixed: Missing keys')).toBeVisible();
});

/** Presses Tab until it is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Cannot be reached with Tab');
}
