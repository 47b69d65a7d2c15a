import type { Page } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { expect, test } from '../support/ui-journey';
import { chooseQuickAction, goTo, openIntake, openList } from '../support/views/navigation';

const LONGEST_MS = 200;

/** Collects what moves for longer than allowed from the page's next load on. Spinners and skeletons move without end. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((longest) => {
    const slow = new Set<string>();
    Object.assign(window, { slow });
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { duration = 0, iterations } = effect?.getComputedTiming() ?? {};
        if (iterations === Infinity || Number(duration) <= longest) continue;
        slow.add(`${(effect as KeyframeEffect).target?.className}: ${Number(duration)} ms`);
      }
      requestAnimationFrame(look);
    };
    look();
  }, LONGEST_MS);
  return () => page.evaluate(() => [...(window as unknown as { slow: Set<string> }).slow]);
}

test('nothing moves for longer than 200 ms', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  const slow = await watchMotion(page);
  const steps: Record<string, () => Promise<unknown>> = {
    'a form and its tabs': async () => {
      const dialog = await openIntake(page);
      await dialog.getByRole('tab', { name: 'Bulk Import' }).click();
      await expect(dialog.getByRole('button', { name: 'Parse Assets' })).toBeVisible();
    },
    'the guide': async () => {
      await goTo(page, '/profile', 'Profile Settings');
      await page.getByRole('button', { name: 'Help' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    'a menu of the header': async () => {
      await goTo(page, '/profile', 'Profile Settings');
      await page.getByRole('button', { name: 'Theme' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
    'a menu of the list': () => chooseQuickAction(page, barcodeNumber, 'Reassign'),
    'the list': () => openList(page),
  };
  for (const [name, step] of Object.entries(steps)) {
    await step();
    expect.soft(await slow(), name).toEqual([]);
  }
});
