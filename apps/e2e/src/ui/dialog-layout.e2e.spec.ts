import type { Locator, Page } from '@playwright/test';
import { newDevice, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';
import { answer, find, goTo, openDialog } from '../support/views/navigation';

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

async function expectNothingRunsOut(page: Page, dialog: Locator, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect.soft(await runOut(dialog), `${name}, ${size.width} px wide`).toEqual([]);
  }
}

const close = (dialog: Locator) => dialog.getByRole('button', { name: 'Cancel' }).click();

test('the longest possible asset number stays inside its dialogs, and a form that scrolls keeps its buttons', async ({
  memberPage: page,
  member,
}) => {
  const assetNumber = newAssetNumber().padEnd(64, 'W');
  await newDevice(member.api, { barcodeNumber: assetNumber });
  await startWork(member.api, assetNumber);
  await find(page, assetNumber);
  for (const action of ['Reassign', 'Complete Repair']) {
    await page.getByRole('button', { name: /^Quick actions/u }).click();
    await page.getByRole('menuitem', { name: action }).click();
    const dialog = await openDialog(page);
    await expect(dialog).toContainText(assetNumber);
    await expectNothingRunsOut(page, dialog, action);
    await close(dialog);
  }
  await page.getByRole('button', { name: 'Add to Intake' }).click();
  const intake = await openDialog(page);
  await intake.getByLabel('Asset Number').fill(assetNumber);
  await intake.getByLabel('School').selectOption('SHS');
  await intake.getByRole('button', { name: 'Add to Intake' }).click();
  const known = page.getByRole('dialog', { name: 'Device Already in System' });
  await expect(known).toContainText(assetNumber);
  await expectNothingRunsOut(page, known, 'Device Already in System');
  await close(known);

  await test.step('a button keeps its height in a form that has to be scrolled', async () => {
    const many = Array.from({ length: 12 }, newAssetNumber);
    const devices = many.map((barcodeNumber) => ({ barcodeNumber }));
    await member.api.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'Low' }, devices });
    await intake.getByRole('tab', { name: 'Bulk Import' }).click();
    await intake.getByLabel('School').selectOption('SHS');
    await intake.getByLabel('Asset Numbers').fill(many.join('\n'));
    const parse = intake.getByRole('button', { name: 'Parse Assets' });
    await parse.click();
    await intake.getByRole('button', { name: 'Add 12 to Intake' }).click();
    await expect(intake.getByRole('region', { name: 'Result' })).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect((await parse.boundingBox())?.height, `${size.width} px wide`).toBe(BUTTON_PX);
    }
  });
});

test('a token name of one long word stays inside its dialogs', async ({ memberPage: page }) => {
  const at = '2026-01-05T08:00:00.000Z';
  const token = { id: 't1', name: 'W'.repeat(60), createdAt: at, lastUsedAt: null, expiresAt: at };
  await answer(page, TOKENS, [token]);
  await goTo(page, '/profile', 'Profile Settings');
  await page.getByRole('button', { name: `Revoke ${token.name}` }).click();
  const dialog = await openDialog(page);
  await expectNothingRunsOut(page, dialog, 'Revoke');
  await close(dialog);
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
  await expectNothingRunsOut(page, ready, 'New token');
});
