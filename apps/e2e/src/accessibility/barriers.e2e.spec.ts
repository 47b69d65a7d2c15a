import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { viewGroups } from '../support/views/groups';
import { type View, waitUntilSettled } from '../support/views/view';
import { test, viewsWithViewers } from '../support/views/view-journey';
import { outOfReach, overflow } from './in-reach';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark theme changes nothing but colors, so only these rules can fail in it alone. */
const ABOUT_COLORS = ['color-contrast', 'link-in-text-block'];

type ColorScheme = 'light' | 'dark';
type RunOptions = Parameters<AxeBuilder['options']>[0];

/** A window of 1280 by 1024 at 400 % zoom, and one of 1280 by 800 at 200 %. */
const zoomed = [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
];

/** The time limit of a view on a busy machine. */
const EACH_MS = 30_000;

test.describe.configure({ mode: 'parallel' });

function rules(colorScheme: ColorScheme, { loading }: View): RunOptions {
  if (colorScheme === 'dark') return { runOnly: { type: 'rule', values: ABOUT_COLORS } };
  return {
    runOnly: { type: 'tag', values: WCAG },
    rules: { 'target-size': { enabled: true }, 'page-has-heading-one': { enabled: !loading } },
  };
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // A target scrolled half behind the header does not count as small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // The component library's focus sentinels pass the focus on and never keep it. Axe's legacy mode checks a page
  // without frames in place, instead of opening another page for each check.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-tabster-dummy]').options(options);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const [group, views] of Object.entries(viewGroups)) {
  test(`${group} is accessible in both themes, and at 200 % and 400 % zoom`, async ({ lookAt }) => {
    test.setTimeout(viewsWithViewers(views).length * EACH_MS);
    for (const { view, viewer } of viewsWithViewers(views)) {
      const name = `${view.name} as ${viewer}`;
      await test.step(name, () =>
        lookAt(view, viewer, async (page) => {
          for (const colorScheme of ['light', 'dark'] satisfies ColorScheme[]) {
            await page.emulateMedia({ colorScheme });
            await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe(colorScheme);
            await waitUntilSettled(page, view);
            const found = await violations(page, rules(colorScheme, view));
            expect.soft(found, `${name} in the ${colorScheme} theme`).toEqual([]);
          }
          for (const size of zoomed) {
            await page.setViewportSize(size);
            const message = `${name} in ${size.width} px`;
            await expect.soft.poll(() => overflow(page), { message }).toBeLessThanOrEqual(0);
            expect.soft(await outOfReach(page), message).toEqual([]);
          }
        }),
      );
    }
  });
}
