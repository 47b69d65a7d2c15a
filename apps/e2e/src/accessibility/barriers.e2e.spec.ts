import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { viewGroups } from '../support/views/groups';
import type { View } from '../support/views/view';
import { test, visits } from '../support/views/view-journey';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a view may take on a busy machine. */
const EACH_MS = 30_000;

test.describe.configure({ mode: 'parallel' });

async function violations(page: Page, { loading }: View): Promise<string[]> {
  // What has been scrolled half behind the header is no small target.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // The component library's focus sentinels hand the focus on and never keep it.
  const axe = new AxeBuilder({ page }).withTags(WCAG).exclude('[data-tabster-dummy]');
  const { violations: found } = await axe
    .options({ rules: { 'target-size': { enabled: true }, 'page-has-heading-one': { enabled: !loading } } })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [group, views] of Object.entries(viewGroups)) {
    test.describe(`in the ${colorScheme} theme`, () => {
      test.use({ colorScheme });

      test(`${group} keeps nobody out`, async ({ lookAt }) => {
        test.setTimeout(visits(views).length * EACH_MS);
        for (const { view, viewer } of visits(views)) {
          await test.step(`${view.name} as ${viewer}`, () =>
            lookAt(view, viewer, async (page) => {
              expect.soft(await violations(page, view), `${view.name} as ${viewer}`).toEqual([]);
            }));
        }
      });
    });
  }
}
