import type { Locator, Page } from '@playwright/test';
import { log, newDevice, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';
import { openDialog, openList } from '../support/views/navigation';

/** 1280 × 1024 at 400 % zoom, a phone on its side, and the strip above an on-screen keyboard. */
const sizes = [
  { width: 320, height: 256 },
  { width: 640, height: 300 },
  { width: 1280, height: 300 },
] as const;

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

/** In none of the low windows; leaves the page in the first. */
async function expectNothingCovered(page: Page, front: Locator, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const found = await covered(front, { scroll: true });
    expect.soft(found, `${name} in ${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize(sizes[0]);
}

test('in a low window, dialogs and menus over the list are not covered and begin at their titles', async ({
  memberPage: page,
  member,
}) => {
  const devices = Array.from({ length: 12 }, () => ({ barcodeNumber: newAssetNumber() }));
  await member.api.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'High' }, devices });
  for (const { barcodeNumber } of devices) await log(member.api, barcodeNumber);
  await page.setViewportSize(sizes[0]);
  await openList(page);

  await test.step('dialogs', async () => {
    await page.keyboard.press('/');
    await expectNothingCovered(page, await openDialog(page), 'Quick Intake');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    const guide = await openDialog(page);
    await expect(guide.getByRole('heading', { name: 'User Guide' })).toBeInViewport({ ratio: 1 });
    await expectNothingCovered(page, guide, 'User Guide');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add to Intake' }).click();
    await expectNothingCovered(page, await openDialog(page), 'Add to Intake');
    await page.keyboard.press('Escape');
  });

  await test.step('the quick actions of a row at the top of the window', async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      const row = page.getByRole('article').nth(6);
      for (const top of [90, 110, 130]) {
        await row.evaluate((element, y) => scrollBy(0, element.getBoundingClientRect().top - y), top);
        await row.getByRole('button').click();
        const menu = page.getByRole('menu');
        await expect(menu.getByRole('menuitem').first()).toBeFocused();
        const found = await covered(menu, { scroll: false });
        expect.soft(found, `${top} px below the top of ${size.width} × ${size.height}`).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      }
    }
  });

  await test.step('all of Recent Activity can be reached in a window of 1280 × 400', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const entries = page.getByRole('region', { name: 'Recent Activity entries' });
    await expect(entries.getByRole('listitem').nth(9)).toBeAttached();
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    const edges = () =>
      entries.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { isBelowHeader: top > 48, isAboveEnd: bottom < 400 };
      });
    await expect.poll(edges).toEqual({ isBelowHeader: true, isAboveEnd: true });
  });
});

test('a device’s summary and its dialogs can be reached in full', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api, {
    initialIssue: 'The hinge is loose. '.repeat(25).trim(),
    notes: 'Bought in 2021. '.repeat(120).trim(),
  });
  await startWork(member.api, barcodeNumber);
  await page.goto(`/devices/${barcodeNumber}`);
  const summary = page.getByRole('region', { name: 'Device', exact: true });
  await expect(summary.getByText('Updated')).not.toBeInViewport();
  await summary.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(summary.getByText('Updated')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.setViewportSize(sizes[0]);
  await summary.getByRole('button', { name: 'Quick Complete' }).click();
  await expectNothingCovered(page, await openDialog(page), 'Quick Complete');
});
