import { expect, type Page } from '@playwright/test';
import { viewGroups } from '../support/views/groups';
import { test, visits } from '../support/views/view-journey';

/** What a thumb hits, and what is small enough to be missed. */
const THUMB_PX = 44;
const phone = { width: 390, height: 844 };
/** A window of 1280 by 1024 at 400 %, and of 1280 by 800 at 200 %. */
const zoomed = [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
];

/** What a view may take on a busy machine. */
const EACH_MS = 30_000;

test.describe.configure({ mode: 'parallel' });

for (const [group, views] of Object.entries(viewGroups)) {
  test.describe('on a phone', () => {
    test.use({ viewport: phone, hasTouch: true, isMobile: true });

    test(`${group} fits its width, and its buttons fit a thumb`, async ({ lookAt }) => {
      test.setTimeout(visits(views).length * EACH_MS);
      for (const { view, viewer } of visits(views)) {
        await test.step(`${view.name} as ${viewer}`, () =>
          lookAt(view, viewer, async (page) => {
            const name = `${view.name} as ${viewer}`;
            await expect.soft.poll(() => overflow(page), { message: name }).toBeLessThanOrEqual(0);
            expect.soft(await tooSmall(page, THUMB_PX), name).toEqual([]);
          }));
      }
    });
  });

  test(`${group} loses nothing at 200 % and 400 %`, async ({ lookAt }) => {
    test.setTimeout(visits(views).length * EACH_MS);
    for (const { view, viewer } of visits(views)) {
      await test.step(`${view.name} as ${viewer}`, () =>
        lookAt(view, viewer, async (page) => {
          for (const size of zoomed) {
            const name = `${view.name} as ${viewer} in ${size.width} px`;
            await page.setViewportSize(size);
            await expect.soft.poll(() => overflow(page), { message: name }).toBeLessThanOrEqual(0);
            expect.soft(await outOfReach(page), name).toEqual([]);
          }
        }));
    }
  });
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Buttons, menu items and fields smaller than that both ways, or lower than it. Links in a line of text are as high as the line. */
function tooSmall(page: Page, px: number): Promise<string[]> {
  return page.evaluate((least) => {
    const targets =
      '[role="menuitem"], [role="menuitemradio"], [role="tab"], button, select, input:not([type="checkbox"])';
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"], [inert]'))
      .map((element) => ({ element, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < least - 0.5)
      .map(({ element, height }) => `${element.ariaLabel ?? element.textContent ?? element.tagName}: ${height}`);
  }, px);
}

/** Controls of what is in front (the dialog, else the page) that no scrolling brings wholly into the window's width. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const front = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') ?? document.body;
    const controls = [
      ...front.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role="menuitem"]'),
    ];
    const lost = controls.filter((element) => {
      if (!element.checkVisibility() || element.closest('[aria-hidden="true"]')) return false;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (bottom - top < 1 || element.matches(':not(:focus)[href="#content"]')) return false;
      return left < -1 || right > innerWidth + 1 || bottom <= 0 || top >= innerHeight;
    });
    return lost.map((element) => element.ariaLabel ?? element.textContent ?? element.tagName);
  });
}
