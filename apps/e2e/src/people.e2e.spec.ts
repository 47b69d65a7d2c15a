import { newAssetNumber, takeIn } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, decideApproval, enterCredentials, newPerson, signInAs } from './support/people';

test('a new user waits for approval, and can sign in once approved', async ({ page, asAdmin }) => {
  const person = newPerson('newcomer');
  await enterCredentials(page, person);
  await expect(page.getByText('Account Pending Approval')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('Awaiting Approval')).toBeVisible();

  await page.getByRole('button', { name: 'Back to Login' }).click();
  await decideApproval(asAdmin, person, true);
  await signInAs(page, person);
});

test('a wrong password is refused with the same message whether or not the account is approved', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  const approved = await createApprovedUser(asAdmin, baseURL ?? '');
  const pending = newPerson('pending');
  await enterCredentials(page, pending);
  await expect(page.getByText('Account Pending Approval')).toBeVisible();
  for (const person of [approved, pending]) {
    await enterCredentials(page, { ...person, password: 'not the password' });
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await expect(page.getByText('Account Pending Approval')).toBeHidden();
  }
});

test('a user whose access is revoked while working is signed out at once and told so', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  await takeIn(page, newAssetNumber());

  await decideApproval(asAdmin, person, false);
  await expect(page.getByText('You have been signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.goto('/devices');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('signing out invalidates the session cookie', async ({ page, asAdmin, baseURL, context }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  const before = await context.cookies();
  await page.getByRole('button', { name: /User menu|Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();

  await context.clearCookies();
  await context.addCookies(before);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('a signed-out tab follows a sign-in in another tab when it gets the focus', async ({
  page,
  asAdmin,
  baseURL,
  context,
}) => {
  const [first, second] = await Promise.all([
    createApprovedUser(asAdmin, baseURL ?? ''),
    createApprovedUser(asAdmin, baseURL ?? '', newPerson('second')),
  ]);
  const other = await context.newPage();
  await signInAs(page, first);
  for (const person of [first, second]) {
    await context.clearCookies();
    await expect(page.getByText('You have been signed out.')).toBeVisible();
    await signInAs(other, person);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();
    await page.getByRole('button', { name: /^User menu/u }).click();
    await expect(page.getByText(person.email, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});
