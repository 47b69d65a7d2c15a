import { expect, test } from '../support/ui-journey';

test('a second scan replaces the asset number and does not change the school', async ({ memberPage: page }) => {
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

  await test.step('the same label, which begins with a school code, selects no school', async () => {
    await scan('SMS-1041');
    await scan('SMS-1041');
    await expect(assetNumber).toHaveValue('SMS-1041');
    await expect(school).toHaveValue('');
  });
  await test.step('another label keeps the school that was chosen', async () => {
    await school.selectOption('HBE');
    await scan('SHS-7');
    await expect(assetNumber).toHaveValue('SHS-7');
    await expect(school).toHaveValue('HBE');
  });
});
