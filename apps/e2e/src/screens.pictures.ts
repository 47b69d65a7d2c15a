import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openDevice } from './support/devices';
import { expect, test } from './support/journey';
import { signInAs, theFirstAdmin } from './support/people';
import { settled } from './support/screens';

const root = join(__dirname, '..', '..', '..');
const folder = join(root, 'docs', 'screenshots');

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { look: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const;

const others = [
  ['completed-repairs', '/completed-repairs', 'Completed Repairs'],
  ['analytics', '/analytics', 'Analytics Dashboard'],
  ['workbench', '/technician', 'My Workbench'],
  ['admin', '/admin', 'Admin Panel'],
] as const;

test.beforeAll(() => {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  execFileSync(process.execPath, [join(root, 'tools/seed/seed.mjs'), '--devices', '1200'], { env, stdio: 'inherit' });
});

for (const { look, ...screen } of looks) {
  test.describe(look, () => {
    test.use(screen);

    test('screens', async ({ page }) => {
      const take = async (name: string) => {
        await page.mouse.move(0, 0);
        await settled(page);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
      };
      await page.goto('/');
      await expect(page.getByLabel('Password')).toBeVisible();
      await take('sign-in');
      await signInAs(page, theFirstAdmin);
      const assetNumber = await busiestDevice(page);
      await take('devices');
      await page.getByRole('button', { name: 'Add to Intake' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await take('add-to-intake');
      await openDevice(page, assetNumber);
      await expect(page.getByText('Fixed: ').first()).toBeVisible();
      await take('device');
      for (const [name, path, heading] of others) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
        await take(name);
      }
    });
  });
}

/** One that has been here before and is being worked on again. */
async function busiestDevice(page: Page): Promise<string> {
  await expect(page.getByRole('article').first()).toBeVisible();
  const answer = await page.request.get('/api/devices?status=IN_PROGRESS');
  const devices = (await answer.json()) as { barcodeNumber: string }[];
  let busiest = { assetNumber: '', entries: 0 };
  for (const { barcodeNumber } of devices) {
    const logs = (await (await page.request.get(`/api/devices/${barcodeNumber}/logs`)).json()) as unknown[];
    if (logs.length > busiest.entries) busiest = { assetNumber: barcodeNumber, entries: logs.length };
  }
  return busiest.assetNumber;
}
