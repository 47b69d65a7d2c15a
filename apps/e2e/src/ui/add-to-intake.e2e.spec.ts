import type { Page } from '@playwright/test';
import { deviceOf, logsOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, success, test } from '../support/ui-journey';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add to Intake' });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add to Intake' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function fill(page: Page, assetNumber: string) {
  await dialogOf(page).getByLabel('Asset Number').fill(assetNumber);
  await dialogOf(page).getByRole('combobox', { name: 'School' }).selectOption('SHS');
}

const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Add to Intake' }).click();

/** The luminance of a common issue's border, by which WCAG compares colors. */
function luminance(page: Page, name: string): Promise<number> {
  return dialogOf(page)
    .getByRole('button', { name })
    .evaluate(async (chip) => {
      // A change of theme fades from one color to the other.
      await Promise.all(chip.getAnimations().map(({ finished }) => finished));
      const parts =
        getComputedStyle(chip)
          .borderTopColor.match(/\d+/gu)
          ?.map((part) => Number(part) / 255) ?? [];
      const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      const [red = 0, green = 0, blue = 0] = linear;
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
}

// proves s2.devices.header-add-to-intake
test('a Member takes in devices, singly and in bulk', async ({ memberPage: page, member }) => {
  const assetNumber = newAssetNumber();
  await page.goto('/devices');
  await openDialog(page);
  await test.step('a chosen common issue has a border that stands out from that of the others', async () => {
    const chosen = dialogOf(page).getByRole('button', { name: 'Missing keys' });
    await chosen.click();
    await expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.move(0, 0);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe(colorScheme);
      const [dark = 0, bright = 0] = [
        await luminance(page, 'Missing keys'),
        await luminance(page, 'Login issues'),
      ].sort((a, b) => a - b);
      expect((bright + 0.05) / (dark + 0.05), colorScheme).toBeGreaterThan(3);
    }
  });
  // proves s1.staff.add-devices-singly s6.member.adds-devices
  await test.step('an intake adds the device and its first log', async () => {
    await fill(page, assetNumber);
    await submit(page);
    await expect(success(page, 'Device added to intake successfully')).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    expect(await deviceOf(member.api, assetNumber)).toMatchObject({ status: 'INTAKE', school: 'SHS' });
    expect(await logsOf(member.api, assetNumber)).toMatchObject([{ issue: 'Missing keys' }]);
  });
  // proves s1.staff.add-devices-in-bulk
  await test.step('an import adds the new numbers of its list and keeps the known one', async () => {
    const fresh = [newAssetNumber(), newAssetNumber()];
    const dialog = dialogOf(page);
    await openDialog(page);
    await dialog.getByRole('tab', { name: 'Bulk Import' }).click();
    await dialog.getByLabel('School').selectOption('SMS');
    await dialog.getByLabel('Asset Numbers').fill([...fresh, assetNumber].join('\n'));
    await dialog.getByRole('button', { name: 'Parse Assets' }).click();
    await dialog.getByRole('button', { name: 'Add 3 to Intake' }).click();
    await expect(success(page, 'Partial Success: 2 devices added successfully, 1 failed')).toBeVisible();
    await expect(dialog.getByLabel('Asset Numbers')).toHaveValue(assetNumber);
    for (const added of fresh) expect(await deviceOf(member.api, added)).toMatchObject({ school: 'SMS' });
    expect(await deviceOf(member.api, assetNumber)).toMatchObject({ school: 'SHS' });
  });
  await test.step('a device that is in repair is left unchanged, and the warning leads to it', async () => {
    const before = await deviceOf(member.api, assetNumber);
    await dialogOf(page).getByRole('tab', { name: 'Single Device' }).click();
    await fill(page, assetNumber);
    await submit(page);
    const warning = page.getByRole('dialog', { name: 'Device Already in System' });
    await expect(warning).toContainText('Intake');
    expect(await deviceOf(member.api, assetNumber)).toEqual(before);
    await warning.getByRole('link', { name: 'View Device & Start Work' }).click();
    await expect(page.getByRole('heading', { level: 1, name: assetNumber })).toBeVisible();
  });
});
