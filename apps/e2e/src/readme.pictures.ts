import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey';
import { enterCredentials, theFirstAdmin } from './support/people';
import { settled } from './support/views/view';
import { goTo, openDevice, openIntake, openList } from './support/views/ways';

const folder = join(__dirname, '..', '..', '..', 'docs', 'screenshots');

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const signIn = (page: Page) => goTo(page, '/', 'Sign in to Repairline');
const completedRepairs = (page: Page) => goTo(page, '/completed-repairs', 'Completed Repairs');
const analytics = (page: Page) => goTo(page, '/analytics', 'Analytics Dashboard');

async function device(page: Page): Promise<void> {
  await openDevice(page, await busiestDevice(page));
  await expect(page.getByText('Fixed: ').first()).toBeVisible();
}

/** What the README shows of a district in the middle of its school year, before anything else is done to it. */
const shown = [
  {
    look: 'light',
    settings: { colorScheme: 'light', ...desktop },
    views: { devices: openList, device, 'completed-repairs': completedRepairs },
  },
  { look: 'dark', settings: { colorScheme: 'dark', ...desktop }, views: { devices: openList, analytics } },
  {
    look: 'phone',
    settings: { colorScheme: 'light', ...phone },
    views: { devices: openList, device, 'add-to-intake': openIntake },
  },
] as const;

for (const { look, settings, views } of shown) {
  test.describe(look, () => {
    test.use(settings);

    test('what the README shows', async ({ page }) => {
      const take = async (name: string) => {
        await page.mouse.move(0, 0);
        await settled(page);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
      };
      await signIn(page);
      if (look === 'phone') await take('sign-in');
      await enterCredentials(page, theFirstAdmin);
      await expect(page.getByRole('article').first()).toBeVisible();
      for (const [name, open] of Object.entries(views)) {
        await open(page);
        await take(name);
      }
    });
  });
}

/** One that has been here before and is being worked on again. */
async function busiestDevice(page: Page): Promise<string> {
  const answer = await page.request.get('/api/devices?status=IN_PROGRESS');
  const devices = (await answer.json()) as { barcodeNumber: string }[];
  let busiest = { assetNumber: '', entries: 0 };
  for (const { barcodeNumber } of devices) {
    const logs = (await (await page.request.get(`/api/devices/${barcodeNumber}/logs`)).json()) as unknown[];
    if (logs.length > busiest.entries) busiest = { assetNumber: barcodeNumber, entries: logs.length };
  }
  return busiest.assetNumber;
}
