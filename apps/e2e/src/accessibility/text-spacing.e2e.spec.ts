import type { Page } from '@playwright/test';
import { expect, test } from '../support/ui-journey';
import { goTo } from '../support/views/navigation';
import { overflow } from './in-reach';

/** The spacing that people who read with difficulty may set, as in WCAG 1.4.12. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = ['letter-spacing: 0.12em', 'word-spacing: 0.16em', 'line-height: 1.5'];
    sheet.replaceSync(`* { ${spacing.map((each) => `${each} !important`).join('; ')} }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

test('with wider text spacing, the header still fits the window, and no link is cut off', async ({
  adminPage: page,
}) => {
  await goTo(page, '/profile', 'Profile Settings');
  await expect(page.getByRole('button', { name: /^User menu/u })).toBeVisible();
  await spaceText(page);
  for (const width of [768, 800, 820, 859, 860, 880, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => overflow(page), { message: `${width} px` }).toBeLessThanOrEqual(0);
    const cutOff = await page
      .getByRole('banner')
      .getByRole('link')
      .evaluateAll((links) =>
        links.filter((link) => {
          const { left, right, top, bottom } = link.getBoundingClientRect();
          const words = document.createRange();
          words.selectNodeContents(link);
          const text = words.getBoundingClientRect();
          return text.left < left || text.right > right || text.top < top || text.bottom > bottom;
        }),
      );
    expect.soft(cutOff, `${width} px`).toHaveLength(0);
  }
});
