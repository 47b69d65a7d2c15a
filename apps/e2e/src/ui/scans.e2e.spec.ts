import { expect, test } from '../support/ui-journey';

test('a label scanned again, or another one, does not choose the school', async ({ memberPage: page }) => {
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Add to Intake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to Intake' });
  const assetNumber = dialog.getByLabel('Asset Number');
  const school = dialog.getByRole('combobox', { name: 'School' });
  await expect(assetNumber).toBeFocused();
  const scan = async (label: string) => {
    await page.keyboard.type(label);
    await page.keyboard.press('Enter');
    await expect(school).toBeFocused();
  };

  await test.step('the same label, which begins as a school does', async () => {
    await scan('SMS-1041');
    await scan('SMS-1041');
    await expect(assetNumber).toHaveValue('SMS-1041');
    await expect(school).toHaveValue('');
  });
  await test.step('the next label, after a school has been chosen', async () => {
    await school.selectOption('HBE');
    await scan('SHS-7');
    await expect(assetNumber).toHaveValue('SHS-7');
    await expect(school).toHaveValue('HBE');
  });
});
