import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey';
import { openApi } from './support/api';
import { enterCredentials, theFirstAdmin } from './support/people';
import { goTo, openDevice, openDialog, openIntake, openList, press } from './support/views/navigation';
import { waitUntilSettled } from './support/views/view';

const folder = join(__dirname, '..', '..', '..', 'docs', 'screenshots');

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function devices(page: Page): Promise<void> {
  await openList(page);
  await expect(page.getByRole('button', { name: /^Quick actions/u }).first()).toBeVisible();
}

const signIn = (page: Page) => goTo(page, '/', 'Sign in to Repairline');
const completedRepairs = (page: Page) => goTo(page, '/completed-repairs', 'Completed Repairs');
const analytics = (page: Page) => goTo(page, '/analytics', 'Analytics Dashboard');

async function device(page: Page): Promise<void> {
  await openDevice(page, await busiestDevice(page));
  await expect(page.getByText('Fixed: ').first()).toBeVisible();
}

/**
 * The pictures of the README and the guide that show a district in the middle of its school year, taken before anything
 * is changed.
 */
const shown = [
  {
    look: 'light',
    settings: { colorScheme: 'light', ...desktop },
    views: { devices, device, 'completed-repairs': completedRepairs },
  },
  { look: 'dark', settings: { colorScheme: 'dark', ...desktop }, views: { devices, analytics } },
  {
    look: 'phone',
    settings: { colorScheme: 'light', ...phone },
    views: { devices, device, 'add-to-intake': openIntake },
  },
] as const;

for (const { look, settings, views } of shown) {
  test.describe(look, () => {
    test.use(settings);

    test('what the README shows', async ({ page }) => {
      const take = (name: string) => takeAs(page, `${name}-${look}`);
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

/** The other pictures of the guide, in the order of a day; taken last, because they work on devices. */
test.describe('the guide', () => {
  test.use({ colorScheme: 'light', ...desktop });

  test('what the guide shows', async ({ page, baseURL }) => {
    await newcomer(baseURL ?? '');
    await enterCredentials(page, theFirstAdmin);
    await expect(page.getByRole('article').first()).toBeVisible();
    await takeIn(page);
    await repair(page, await waitingDevices(page, 3));
    await goTo(page, '/admin', 'User Management');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeInViewport();
    await takeAs(page, 'admin-light');
    await goTo(page, '/admin/status', 'System Status');
    await expect(page.getByText('Up to date').first()).toBeVisible();
    await takeAs(page, 'system-status-light');
  });
});

async function takeAs(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await waitUntilSettled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Creates an account that waits for approval. */
async function newcomer(baseURL: string): Promise<void> {
  const api = await openApi(baseURL);
  const first = await api.signIn('ben.ortiz@school.example', 'a first password of Ben');
  expect(first.status).toBe(403);
  await api.close();
}

async function takeIn(page: Page): Promise<void> {
  const intake = await openIntake(page);
  await intake.getByLabel('Asset Number').fill('CB-204518');
  await intake.getByLabel('School').selectOption('SHS');
  await intake.getByLabel('Student Name').fill('Ada Park');
  for (const issue of ['Missing keys', 'Battery problems']) await intake.getByRole('button', { name: issue }).click();
  await takeAs(page, 'add-to-intake-light');
  await intake.getByRole('tab', { name: 'Bulk Import' }).click();
  await intake.getByLabel('School').selectOption('SMS');
  const seven = Array.from({ length: 7 }, (_, index) => `CB-30910${index + 1}`);
  await intake.getByLabel('Asset Numbers').fill(seven.join('\n'));
  await intake.getByRole('button', { name: 'Parse Assets' }).click();
  const preview = intake.getByRole('region', { name: 'Preview' });
  await preview.scrollIntoViewIfNeeded();
  await takeAs(page, 'bulk-import-light');
  await openList(page);
  await page.keyboard.press('/');
  const quick = await openDialog(page);
  await quick.getByLabel('Asset Number').fill('CB-204519');
  await quick.getByRole('button', { name: 'Charging problems' }).click();
  await takeAs(page, 'quick-intake-light');
}

/** Starts work on each of the devices and shows how the last one is completed. */
async function repair(page: Page, assetNumbers: readonly string[]): Promise<void> {
  for (const assetNumber of assetNumbers) {
    const start = await press(page, assetNumber, 'Start Work');
    if (assetNumber === assetNumbers[0]) await takeAs(page, 'start-work-light');
    await start.getByRole('button', { name: 'Start Work' }).click();
    await expect(page.getByRole('button', { name: 'Quick Complete' })).toBeVisible();
  }
  const complete = await press(page, assetNumbers.at(-1) ?? '', 'Quick Complete');
  await complete.getByLabel('Actions Taken').fill('Replaced the keyboard, tested every key');
  await takeAs(page, 'quick-complete-light');
  await goTo(page, '/technician', 'My Workbench');
  await expect(page.getByRole('row')).toHaveCount(assetNumbers.length + 1);
  await takeAs(page, 'workbench-light');
}

async function waitingDevices(page: Page, count: number): Promise<string[]> {
  const answer = await page.request.get(`/api/devices?status=INTAKE&limit=${count}`);
  const devices = (await answer.json()) as { barcodeNumber: string }[];
  return devices.map(({ barcodeNumber }) => barcodeNumber);
}

/** A device that has been here before and is being worked on again. */
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
