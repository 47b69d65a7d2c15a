import type { Locator } from '@playwright/test';
import { complete, newDevice, startWork } from '../support/device-calls';
import { expect, test } from '../support/ui-journey';

/** Share of the height of a line of the page's font that is above its baseline. */
const ABOVE_BASELINE = 0.81;

/** How far apart, in px, the first texts of the cells of a row stand. Hidden ones, such as initials, do not count. */
function unevenness(row: Locator): Promise<number> {
  return row.evaluate((element, share) => {
    const baselines = [...element.querySelectorAll('[role="cell"]')].flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, (text) =>
        text.textContent?.trim() && !text.parentElement?.closest('[aria-hidden="true"]')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
      );
      const first = texts.nextNode();
      if (!first) return [];
      const range = document.createRange();
      range.selectNodeContents(first);
      const [line] = range.getClientRects();
      return line ? [line.top + line.height * share] : [];
    });
    if (baselines.length < 2) throw new Error('The row has no texts to compare');
    return Math.max(...baselines) - Math.min(...baselines);
  }, ABOVE_BASELINE);
}

test('the first words of all cells of a row stand on one line', async ({ adminPage: page, admin, member }) => {
  const { barcodeNumber: started } = await newDevice(admin, { studentName: 'Ada Park' });
  await startWork(admin, started, {
    assignedTo: (await admin.get<{ user: { email: string } }>('/api/auth/user')).body.user.email,
  });
  const { barcodeNumber: done } = await newDevice(admin);
  await complete(admin, done, { actions: 'Replaced the keyboard\nReseated ribbon cable' });
  const rows = { '/technician': started, '/admin': member.email, [`/completed-repairs?q=${done}`]: done };
  for (const [path, words] of Object.entries(rows)) {
    await page.goto(path);
    const row = page.getByRole('row').filter({ hasText: words });
    await expect(row).toHaveCount(1);
    expect.soft(await unevenness(row), path).toBeLessThan(1);
  }
  await page.goto('/admin/status');
  const row = page.getByRole('row').filter({ hasText: 'Device list' });
  expect.soft(await unevenness(row), 'System Status').toBeLessThan(1);
});
