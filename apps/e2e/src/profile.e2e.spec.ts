import { newColleague } from './support/api-journey';
import { expect, success, test } from './support/ui-journey';
import { signInAs } from './support/people';

// proves s6.member.edits-own-name
test('a user changes their display name, which shows at once and in every later session', async ({
  page,
  admin,
  url,
}) => {
  const person = await newColleague(admin, url);
  await person.api.close();
  await signInAs(page, person);
  await page.getByRole('button', { name: /^User menu/u }).click();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  const profile = page.getByRole('region', { name: 'Your profile' });
  await profile.getByLabel('Display Name').fill('  Rosa Lind  ');
  await profile.getByRole('button', { name: 'Save Changes' }).click();
  await expect(success(page, 'Profile updated successfully')).toBeVisible();
  const menu = page.getByRole('button', { name: 'User menu RL' });
  await expect(menu).toBeVisible();
  await page.reload();
  await expect(menu).toBeVisible();
  await expect(profile.getByLabel('Display Name')).toHaveValue('Rosa Lind');

  await test.step('the sections are 24 px apart', async () => {
    const tokens = page.getByRole('region', { name: 'API tokens' });
    await expect(tokens.getByText('You have no tokens')).toBeVisible();
    const [upper, lower] = [await profile.boundingBox(), await tokens.boundingBox()];
    expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBe(24);
  });
  await test.step('the heading of the page is the largest at every width', async () => {
    const sizeOf = (level: number) =>
      page.getByRole('heading', { level }).evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
    expect(await sizeOf(2)).toBeLessThan(await sizeOf(1));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sizeOf(2)).toBeLessThanOrEqual(await sizeOf(1));
  });
});
