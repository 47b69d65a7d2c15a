import type { Locator, Page, Route } from '@playwright/test';
import { deviceOf, newDevice } from './support/device-calls';
import { expect, failure, stopMocking, success, test } from './support/ui-journey';
import { openDevice, openDialog } from './support/views/navigation';

const EVERY_CALL = '**/api/**';
const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

async function refuse(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback();
  return route.fulfill({ status: 500, json: { message: 'Not today', type: 'unexpected' } });
}

// The forms of all screens: apps/web/src/app/typed-text.spec.tsx
test('typed text survives failed calls and the end of a sign-in, and can be sent afterwards', async ({
  memberPage: page,
  member,
  admin,
}) => {
  const { barcodeNumber } = await newDevice(admin, { priority: 'Low' });
  await openDevice(page, barcodeNumber);

  await test.step('an entry stays when the server fails or cannot be reached', async () => {
    const entry = page.getByRole('region', { name: 'Add Repair Entry' });
    const issue = entry.getByLabel(/^Issue/u);
    const add = entry.getByRole('button', { name: 'Add Entry' });
    await issue.fill('Battery problems, swollen');
    for (const [answer, message] of [
      [refuse, 'Not today'],
      [(route: Route) => route.abort(), UNREACHABLE],
    ] as const) {
      await page.route(EVERY_CALL, answer);
      await add.click();
      await expect(failure(page, message)).toBeVisible();
      await expect(issue).toHaveValue('Battery problems, swollen');
      await stopMocking(page, EVERY_CALL);
    }
    await add.click();
    await expect(success(page, 'Repair entry added successfully')).toBeVisible();
  });

  const openEditing = async () => {
    await page.getByRole('button', { name: 'Edit Device' }).click();
    return openDialog(page);
  };
  const dialog = await openEditing();
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await dialog.getByLabel('Notes').fill('Loaner given out');
  await page.context().clearCookies();
  await untilSignedOut(page, save);

  await test.step('a dialog is filled in as before once the person has signed in again', async () => {
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await admin.patch(`/api/devices/${barcodeNumber}`, { priority: 'High' });
    await expect(page.getByRole('main').getByText('High', { exact: true })).toBeVisible();
    await openEditing();
    await expect(dialog.getByLabel('Notes')).toHaveValue('Loaner given out');
  });
  await test.step('sending it does not overwrite a change made by others meanwhile', async () => {
    await save.click();
    await expect(dialog).toBeHidden();
    expect(await deviceOf(admin, barcodeNumber)).toMatchObject({ notes: 'Loaner given out', priority: 'High' });
  });
});

/**
 * By sending what was typed, or through a list that the page rereads because others are working: either may notice
 * first.
 */
async function untilSignedOut(page: Page, send: Locator): Promise<void> {
  const isOut = page.getByText('You have been signed out.');
  await expect(async () => {
    if (!(await isOut.isVisible())) await send.click({ timeout: 1_000 });
    await expect(isOut).toBeVisible();
  }).toPass();
}
