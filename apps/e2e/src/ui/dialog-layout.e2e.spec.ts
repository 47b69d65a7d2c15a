import type { Locator } from '@playwright/test';
import { newDevice, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';
import { answer, chooseQuickAction, goTo, openDialog, openIntake } from '../support/views/navigation';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const TOKENS = '**/api/profile/tokens';
const BUTTON_PX = 32;

/** The texts of the dialog that extend beyond its edges. */
function runOut(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const beyond: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const box = range.getBoundingClientRect();
      if (box.width > 0 && (box.left < left || box.right > right)) beyond.push(range.toString());
    }
    return beyond;
  });
}

for (const size of sizes) {
  test(`the longest possible asset number stays inside its dialogs, ${size.width} px wide`, async ({
    memberPage: page,
    member,
  }) => {
    await page.setViewportSize(size);
    const assetNumber = newAssetNumber().padEnd(64, 'W');
    await newDevice(member.api, { barcodeNumber: assetNumber });
    await startWork(member.api, assetNumber);
    for (const action of ['Reassign', 'Complete Repair']) {
      const dialog = await chooseQuickAction(page, assetNumber, action);
      await expect(dialog).toContainText(assetNumber);
      expect.soft(await runOut(dialog), action).toEqual([]);
    }
    const intake = await openIntake(page);
    await intake.getByLabel('Asset Number').fill(assetNumber);
    await intake.getByLabel('School').selectOption('SHS');
    await intake.getByRole('button', { name: 'Add to Intake' }).click();
    const known = page.getByRole('dialog', { name: 'Device Already in System' });
    await expect(known).toContainText(assetNumber);
    expect(await runOut(known)).toEqual([]);
  });

  test(`a token name of one long word stays inside its dialogs, ${size.width} px wide`, async ({
    memberPage: page,
  }) => {
    await page.setViewportSize(size);
    const token = { id: 't1', name: 'W'.repeat(60), createdAt: '2026-01-05T08:00:00.000Z', lastUsedAt: null };
    await answer(page, TOKENS, [token]);
    await goTo(page, '/profile', 'Profile Settings');
    await page.getByRole('button', { name: `Revoke ${token.name}` }).click();
    const dialog = await openDialog(page);
    expect.soft(await runOut(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(token.name);
    await page.route(TOKENS, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { ...token, token: 'repairline_1' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Create token' }).click();
    const ready = page.getByRole('alertdialog', { name: `“${token.name}” is ready` });
    await expect(ready).toBeVisible();
    expect(await runOut(ready)).toEqual([]);
  });

  test(`a button keeps its height in a form that has to be scrolled, ${size.width} px wide`, async ({
    memberPage: page,
    member,
  }) => {
    await page.setViewportSize(size);
    const known = Array.from({ length: 12 }, newAssetNumber);
    const devices = known.map((barcodeNumber) => ({ barcodeNumber }));
    await member.api.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'Low' }, devices });
    const dialog = await openIntake(page);
    await dialog.getByRole('tab', { name: 'Bulk Import' }).click();
    await dialog.getByLabel('School').selectOption('SHS');
    await dialog.getByLabel('Asset Numbers').fill(known.join('\n'));
    const parse = dialog.getByRole('button', { name: 'Parse Assets' });
    await parse.click();
    await dialog.getByRole('button', { name: 'Add 12 to Intake' }).click();
    await expect(dialog.getByRole('region', { name: 'Result' })).toBeVisible();
    expect((await parse.boundingBox())?.height).toBe(BUTTON_PX);
  });
}
