import { expect } from '@playwright/test';
import type { Look } from '../support/views/groups';
import { waitUntilSettled } from '../support/views/view';
import { type Opening, test } from '../support/views/view-journey';
import { becomePhone, outOfReach, overflow, THUMB_PX, tooSmall } from './in-reach';
import { type ColorScheme, violations } from './violations';

/** A window of 1280 by 1024 at 400 % zoom, and one of 1280 by 800 at 200 %. */
const zoomed = [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
];

/** The time limit of a view on a busy machine. */
const EACH_MS = 30_000;

/** In both themes, at 200 % and 400 % zoom, and on a phone. One opening of a view serves all of these. */
export async function expectNoBarriers(lookAt: Opening['lookAt'], looks: readonly Look[]) {
  test.setTimeout(looks.length * EACH_MS);
  for (const { view, viewer } of looks) {
    const name = `${view.name} as ${viewer}`;
    await test.step(name, () =>
      lookAt(view, viewer, async (page) => {
        for (const colorScheme of ['light', 'dark'] satisfies ColorScheme[]) {
          await page.emulateMedia({ colorScheme });
          await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe(colorScheme);
          await waitUntilSettled(page, view);
          const found = await violations(page, colorScheme, { hasHeading: !view.loading });
          expect.soft(found, `${name} in the ${colorScheme} theme`).toEqual([]);
        }
        for (const size of zoomed) {
          await page.setViewportSize(size);
          const message = `${name} in ${size.width} px`;
          await expect.soft.poll(() => overflow(page), { message }).toBeLessThanOrEqual(0);
          expect.soft(await outOfReach(page), message).toEqual([]);
        }
        await becomePhone(page);
        const message = `${name} on a phone`;
        await expect.soft.poll(() => overflow(page), { message }).toBeLessThanOrEqual(0);
        expect.soft(await tooSmall(page, THUMB_PX), message).toEqual([]);
      }),
    );
  }
}
