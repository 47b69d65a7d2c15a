import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { IN_FRONT } from './in-reach';

export type ColorScheme = 'light' | 'dark';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark theme changes nothing but colors, so only these rules can fail in it alone. */
const ABOUT_COLORS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in this theme, which the page must show already: in the open dialog or menu, else on the page. */
export async function violations(
  page: Page,
  colorScheme: ColorScheme,
  { hasHeading = true }: { hasHeading?: boolean } = {},
): Promise<string[]> {
  // A target scrolled half behind the header does not count as small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // The component library's focus sentinels pass the focus on and never keep it. Axe's legacy mode checks a page
  // without frames in place, instead of opening another page for each check.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-tabster-dummy]');
  if ((await page.locator(IN_FRONT).count()) > 0) axe.include(IN_FRONT);
  if (colorScheme === 'dark') axe.options({ runOnly: { type: 'rule', values: ABOUT_COLORS } });
  else {
    axe.options({
      runOnly: { type: 'tag', values: WCAG },
      rules: { 'target-size': { enabled: true }, 'page-has-heading-one': { enabled: hasHeading } },
    });
  }
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
