import { expect, type Locator, type Page } from '@playwright/test';
import { newAssetNumber } from '../support/devices';
import { createApprovedUser } from '../support/people';
import {
  chooseQuickAction,
  find,
  goTo,
  openDevice,
  openIntake,
  press,
  untilLiveConnected,
} from '../support/views/navigation';
import { test } from '../support/views/view-journey';

/** Records everything that live regions already on the page announce to a screen reader. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    const regions = new Set(document.querySelectorAll(live));
    const heard: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        for (const region of regions) if (element && region.contains(element)) heard.push(region.textContent ?? '');
      }
    });
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('a screen reader announces a toast', async ({ memberPage: page, bench }) => {
  const dialog = await chooseQuickAction(page, bench.waiting, 'Reassign');
  const heard = await listen(page);
  await dialog.getByRole('button', { name: 'Reassign' }).click();
  await expect.poll(async () => (await heard()).join()).toContain('Device assigned successfully');
});

test('a screen reader announces that another user changed a device of the list', async ({ memberPage, bench }) => {
  const live = untilLiveConnected(memberPage);
  await find(memberPage, bench.started);
  await live;
  const heard = await listen(memberPage);
  await bench.other.api.patch(`/api/devices/${bench.started}`, { notes: `Heard at ${Date.now()}` });
  await expect.poll(async () => (await heard()).join()).toContain(`${bench.started} has been updated`);
});

test('a screen reader does not announce changes of listed devices outside the window', async ({
  memberPage,
  bench: { other },
}) => {
  const [model, near, far] = [`Many ${Date.now()}`, newAssetNumber(), newAssetNumber()];
  const rows = Array.from({ length: 40 }, () => ({ barcodeNumber: newAssetNumber(), priority: 'Medium' }));
  const devices = [{ barcodeNumber: near, priority: 'High' }, ...rows, { barcodeNumber: far, priority: 'Low' }];
  await other.api.post('/api/devices/bulk', { common: { school: 'SHS', model }, devices });
  const live = untilLiveConnected(memberPage);
  await memberPage.goto(`/devices?q=${encodeURIComponent(model)}`);
  await expect(memberPage.getByText('42 devices found')).toBeVisible();
  await live;
  const heard = await listen(memberPage);
  for (const assetNumber of [far, near])
    await other.api.patch(`/api/devices/${assetNumber}`, { notes: `Heard at ${Date.now()}` });
  await expect.poll(async () => (await heard()).join()).toContain('updated');
  const announced = (await heard()).filter((text) => text.includes('updated'));
  expect([...new Set(announced)]).toEqual([`${near} has been updated`]);
});

test('a screen reader announces that another user changed the open device', async ({ memberPage, bench }) => {
  const live = untilLiveConnected(memberPage);
  await openDevice(memberPage, bench.started);
  await live;
  const heard = await listen(memberPage);
  await bench.other.api.patch(`/api/devices/${bench.started}`, { notes: `Heard at ${Date.now()}` });
  await expect.poll(async () => (await heard()).join()).toContain(`${bench.started} has been updated`);
});

test('a screen reader announces how many users a search finds', async ({ adminPage: page, admin, url }) => {
  const { email } = await createApprovedUser(admin, url);
  await page.goto('/admin');
  await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible();
  const heard = await listen(page);
  const search = page.getByPlaceholder('Search by name or email...');
  await search.fill(email);
  await expect.poll(async () => (await heard()).at(-1)).toBe('1 user found');
  await search.fill(`nobody like ${email}`);
  await expect.poll(async () => (await heard()).at(-1)).toBe('0 users found');
});

/** The field is marked invalid, and its description says why. */
async function expectError(field: Locator, why: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(why, 'u'));
}

test('each error of a form describes its field, and the first invalid field has the focus', async ({
  memberPage: page,
  bench,
}) => {
  const intake = await openIntake(page);
  await intake.getByRole('button', { name: 'Add to Intake' }).click();
  await expectError(intake.getByLabel('Asset Number'), 'Asset Number is required');
  await expectError(intake.getByLabel('School'), 'School is required');
  await expect(intake.getByLabel('Asset Number')).toBeFocused();

  const complete = await press(page, bench.started, 'Quick Complete');
  await complete.getByRole('button', { name: 'Complete Repair' }).click();
  await expectError(complete.getByLabel('Actions Taken'), 'Actions taken are required');
  await expect(complete.getByLabel('Actions Taken')).toBeFocused();

  await goTo(page, '/profile', 'Profile Settings');
  await page.getByLabel('Display Name').fill('');
  await expectError(page.getByLabel('Display Name'), 'Name cannot be empty');
});

test.describe('with reduced motion requested', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('no animation lasts longer than a millisecond', async ({ memberPage: page, bench }) => {
    await page.addInitScript(() => {
      const moved: number[] = [];
      const look = () => {
        moved.push(...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration)));
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { moved });
    });
    await chooseQuickAction(page, bench.started, 'Reassign');
    const moving = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
    expect(moving.filter((duration) => duration > 1)).toEqual([]);
  });
});
