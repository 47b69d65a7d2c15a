import type { Locator, Page } from '@playwright/test';
import { log, newDevice, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';
import { goTo, openDialog, openIntake, openList, press } from '../support/views/navigation';

/** 1280 × 1024 at 400 % zoom, a phone on its side, and the strip above an on-screen keyboard. */
const sizes = [
  { width: 320, height: 256 },
  { width: 640, height: 300 },
  { width: 1280, height: 300 },
];

/** Controls that something else covers, either where they are or once scrolled into view. */
function covered(front: Locator, { scroll }: { scroll: boolean }): Promise<string[]> {
  return front.evaluate((element, bringIntoView) => {
    const controls = [
      ...element.querySelectorAll<HTMLElement>('button, input, select, textarea, [role="menuitem"], section'),
    ];
    const lost = controls.filter((control) => {
      if (!control.checkVisibility()) return false;
      if (bringIntoView) control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !hit || !(control.contains(hit) || hit.contains(control));
    });
    return lost.map((control) => control.ariaLabel ?? control.textContent ?? control.tagName);
  }, scroll);
}

for (const size of sizes) {
  const inWindow = `${size.width} × ${size.height}`;

  test(`no part of a dialog covers its controls in a window of ${inWindow}`, async ({ memberPage: page, member }) => {
    await page.setViewportSize(size);
    const assetNumber = newAssetNumber();
    await newDevice(member.api, { barcodeNumber: assetNumber });
    await startWork(member.api, assetNumber);
    const dialogs: Record<string, () => Promise<Locator>> = {
      'Add to Intake': () => openIntake(page),
      'Quick Complete': () => press(page, assetNumber, 'Quick Complete'),
      'Quick Intake': () => pressSlash(page),
      'User Guide': () => openGuide(page),
    };
    for (const [name, open] of Object.entries(dialogs))
      expect.soft(await covered(await open(), { scroll: true }), name).toEqual([]);
  });

  test(`nothing covers the quick actions of a row at the top of a window of ${inWindow}`, async ({
    memberPage: page,
    member,
  }) => {
    await page.setViewportSize(size);
    const devices = Array.from({ length: 12 }, () => ({ barcodeNumber: newAssetNumber() }));
    await member.api.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'High' }, devices });
    await openList(page);
    const row = page.getByRole('article').nth(6);
    for (const top of [90, 110, 130]) {
      await row.evaluate((element, y) => scrollBy(0, element.getBoundingClientRect().top - y), top);
      await row.getByRole('button').click();
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitem').first()).toBeFocused();
      expect.soft(await covered(menu, { scroll: false }), `${top} px below the top`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  });
}

test('the User Guide opens at its title in a window of 320 × 256', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const guide = await openGuide(page);
  await expect(guide.getByRole('heading', { name: 'User Guide' })).toBeInViewport({ ratio: 1 });
});

test('all of a device’s summary can be reached at the top of the page', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api, {
    initialIssue: 'The hinge is loose. '.repeat(25).trim(),
    notes: 'Bought in 2021. '.repeat(120).trim(),
  });
  await page.goto(`/devices/${barcodeNumber}`);
  const summary = page.getByRole('region', { name: 'Device', exact: true });
  await expect(summary.getByText('Updated')).not.toBeInViewport();
  await summary.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(summary.getByText('Updated')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('all of Recent Activity can be reached in a window of 1280 × 400', async ({ memberPage: page, member }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const devices = Array.from({ length: 12 }, () => ({ barcodeNumber: newAssetNumber() }));
  await member.api.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'High' }, devices });
  for (const { barcodeNumber } of devices) await log(member.api, barcodeNumber);
  await openList(page);
  const entries = page.getByRole('region', { name: 'Recent Activity entries' });
  await expect(entries.getByRole('listitem').nth(9)).toBeAttached();
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  const [top, bottom] = await entries.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [box.top, box.bottom];
  });
  expect(top).toBeGreaterThan(48);
  expect(bottom).toBeLessThan(400);
});

async function pressSlash(page: Page): Promise<Locator> {
  await goTo(page, '/profile', 'Profile Settings');
  await page.keyboard.press('/');
  return openDialog(page);
}

async function openGuide(page: Page): Promise<Locator> {
  await goTo(page, '/profile', 'Profile Settings');
  await page.getByRole('button', { name: 'Help' }).click();
  return openDialog(page);
}
