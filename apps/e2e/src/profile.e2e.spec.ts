import { toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, enterCredentials, signInAs } from './support/people';
import { stopMocking } from './support/ui-journey';

// proves s2.routes.profile s6.member.edits-own-name
test('a user changes their display name, which shows at once', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  // proves s2.user-menu.profile-settings
  await test.step('the user menu leads to the profile', async () => {
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  });
  const name = page.getByLabel('Display Name');
  const save = page.getByRole('button', { name: 'Save Changes' });
  const profile = page.getByRole('region', { name: 'Your profile' });
  // proves s2.profile.email-read-only s2.profile.email-text s2.profile.role s2.profile.role-text
  await test.step('the email and the role cannot be edited', async () => {
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(profile).toContainText('Email cannot be changed');
    await expect(page.getByLabel('Role')).toHaveValue('Member');
    await expect(profile).toContainText('Contact an administrator to change your role');
  });
  // proves s2.profile.display-name s2.profile.save-disabled-empty
  await test.step('an empty name cannot be saved', async () => {
    await expect(name).toHaveValue('');
    await expect(save).toBeDisabled();
    await name.fill('   ');
    await expect(save).toBeDisabled();
  });

  // proves s2.profile.save-button s2.profile.saving s2.profile.save-disabled-pending s5.profile.name-trimmed
  // proves s8.toast.profile-updated s7.auth.profile-refreshes-user
  await test.step('a name is trimmed and saved', async () => {
    let sent: unknown;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/profile', async (route) => {
      sent = route.request().postDataJSON();
      await held;
      await route.continue();
    });
    await name.fill('  Rosa Lind  ');
    await save.click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    const again = page.waitForRequest('**/api/auth/user');
    goOn();
    await expect(toast(page, 'Profile updated successfully')).toBeVisible();
    await again;
    expect(sent).toEqual({ name: 'Rosa Lind' });
    await stopMocking(page, '**/api/profile');
  });
  // proves s2.user-menu.name
  await test.step('the user menu shows the new name', async () => {
    await page.getByRole('button', { name: 'User menu RL' }).click();
    await expect(page.getByText('Rosa Lind', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  // proves s2.profile.save-disabled-unchanged
  await test.step('an unchanged name cannot be saved', async () => {
    await name.fill('Rosa Lind ');
    await expect(save).toBeDisabled();
  });
  // proves s5.profile.name-not-empty
  await test.step('a removed name is an error', async () => {
    await name.fill('');
    await expect(profile.getByText('Name cannot be empty')).toBeVisible();
    await expect(save).toBeDisabled();
  });
  // proves s8.failure.profile-fallback
  await test.step('a failure without a message shows the fallback and keeps the text', async () => {
    await page.route('**/api/profile', (route) => route.fulfill({ status: 500, body: '' }));
    await name.fill('Rosa B. Lind');
    await save.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update profile' })).toBeVisible();
    await expect(name).toHaveValue('Rosa B. Lind');
  });
  // proves s2.user-menu.sign-out
  await test.step('the name is still there after signing out and in again', async () => {
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await enterCredentials(page, person);
    await expect(page.getByRole('button', { name: 'User menu RL' })).toBeVisible();
  });
});

test('the page heading of the profile is its largest heading at every width', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.goto('/profile');
  const sizeOf = (level: number) =>
    page.getByRole('heading', { level }).evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  expect(await sizeOf(2)).toBeLessThan(await sizeOf(1));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sizeOf(2)).toBeLessThanOrEqual(await sizeOf(1));
});

test('the sections of the profile are 24 px apart', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.goto('/profile');
  const boxOf = async (name: string) => {
    const region = page.getByRole('region', { name });
    await expect(region).toBeVisible();
    return await region.boundingBox();
  };
  const [profile, tokens] = [await boxOf('Your profile'), await boxOf('API tokens')];
  expect((tokens?.y ?? 0) - (profile?.y ?? 0) - (profile?.height ?? 0)).toBe(24);
});
