import { newDevice } from '../support/device-calls';
import { expect, test } from '../support/ui-journey';

// The widths of tablets held upright, and of a window beside another.
for (const width of [768, 820]) {
  test.describe(`on a screen ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 1024 }, isMobile: true, hasTouch: true });

    test('each navigation link fits on one line, and the issue of a device is not cut off', async ({
      adminPage: page,
      admin,
    }) => {
      const { barcodeNumber } = await newDevice(admin, { initialIssue: 'Screen cracked/broken' });
      await page.goto(`/devices?q=${barcodeNumber}`);
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect(links).toHaveCount(5);
      const lines = await links.evaluateAll((all) =>
        all.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          return words.getClientRects().length;
        }),
      );
      expect(lines).toEqual([1, 1, 1, 1, 1]);
      const issue = page.getByRole('article', { name: barcodeNumber }).getByText('Screen cracked/broken');
      await expect(issue).toBeVisible();
      expect(await issue.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    });
  });
}
