import type { Analytics } from '@repairline/contracts/analytics/views';
import { complete, newDevice } from './support/device-calls';
import { expect, test } from './support/ui-journey';

test('a completed repair shows in the figures of an Admin without a reload', async ({ adminPage: page, admin }) => {
  const completions = async () => (await admin.get<Analytics>('/api/analytics')).body.completionsPerDay;
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' })).toBeVisible();
  const before = await completions();
  const { barcodeNumber } = await newDevice(admin);
  await complete(admin, barcodeNumber);
  await expect.poll(completions).toBeGreaterThan(before);
  await expect(async () => {
    const now = (await completions()).toLocaleString('en-US');
    await expect(page.getByRole('group', { name: 'Daily Completions' })).toContainText(now, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
});
