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
    await expect(page.getByText('You have no tokens')).toBeVisible();
    const names = ['Your profile', 'Password', 'Signed in on', 'API tokens'];
    const sections = names.map((name) => page.getByRole('region', { name, exact: true }).boundingBox());
    const boxes = (await Promise.all(sections)).map((box) => ({ top: box?.y ?? 0, height: box?.height ?? 0 }));
    const gaps = boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.top ?? 0) - (boxes[at]?.height ?? 0));
    expect(gaps).toEqual([24, 24, 24]);
  });
  await test.step('the heading of the page is the largest at every width', async () => {
    const sizeOf = (level: number) =>
      page
        .getByRole('heading', { level })
        .first()
        .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
    expect(await sizeOf(2)).toBeLessThan(await sizeOf(1));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sizeOf(2)).toBeLessThanOrEqual(await sizeOf(1));
  });
});
