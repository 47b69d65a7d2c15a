import type { Page, Route } from '@playwright/test';
import { newColleague } from './support/api-journey';
import { deviceScreens } from './support/typed/device-forms';
import { peopleScreens } from './support/typed/people-forms';
import { deviceIn } from './support/device-calls';
import {
  type OpenForm,
  expectKept,
  expectTyped,
  submit,
  typeInto,
  type Desk,
  type Typed,
  type TypedForm,
} from './support/typed/typed-form';
import { expect, pageOf, stopMocking, test } from './support/ui-journey';
import { openDevice, openDialog } from './support/views/navigation';

const EVERY_CALL = '**/api/**';
const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

async function refuse(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback();
  return route.fulfill({ status: 500, json: { message: 'Not today', type: 'unexpected' } });
}

async function expectTextSurvivesFailures(page: Page, form: TypedForm, desk: Desk): Promise<void> {
  const opened = await form.open(desk);
  await typeInto(opened);
  await test.step('the text stays when the server fails', async () => {
    await page.route(EVERY_CALL, refuse);
    await submit(opened);
    await expectKept(page, opened, 'Not today');
    await stopMocking(page, EVERY_CALL);
  });
  await test.step('the text stays without a connection', async () => {
    await page.route(EVERY_CALL, (route) => route.abort());
    await submit(opened);
    await expectKept(page, opened, UNREACHABLE);
    await stopMocking(page, EVERY_CALL);
  });
  await test.step('sending the same text again succeeds', async () => {
    await submit(opened);
    await expect(opened.done).toBeVisible();
  });
}

for (const { name, as, forms } of [...peopleScreens, ...deviceScreens]) {
  test(`${name}: typed text survives failed calls and can be sent afterwards`, async ({ browser, url, admin }) => {
    test.slow();
    const person = await newColleague(admin, url);
    const page =
      as === 'nobody' ? await browser.newPage() : await pageOf(browser, url, as === 'Admin' ? admin : person.api);
    for (const form of forms) {
      await test.step(form.name, () => expectTextSurvivesFailures(page, form, { page, person, admin }));
    }
    await page.context().close();
    await person.api.close();
  });
}

/** Dialogs of the detail screen, by the button that opens them. */
const dialogs: { opener: string; status: 'INTAKE' | 'IN_PROGRESS'; typed: Typed; submit: string }[] = [
  {
    opener: 'Edit Device',
    status: 'INTAKE',
    typed: { Notes: 'Loaner given out', 'Student Name': 'Ada Park' },
    submit: 'Save Changes',
  },
  { opener: 'Start Work', status: 'INTAKE', typed: { 'Initial Issue': 'Hinge loose' }, submit: 'Start Work' },
  {
    opener: 'Quick Complete',
    status: 'IN_PROGRESS',
    typed: { 'Actions Taken': 'Replaced the LCD panel' },
    submit: 'Complete Repair',
  },
];

for (const { opener, status, typed, submit: button } of dialogs) {
  test(`${opener}: typed text is restored if the sign-in session ended before it was sent`, async ({
    browser,
    url,
    admin,
  }) => {
    const person = await newColleague(admin, url);
    const page = await pageOf(browser, url, person.api);
    const { barcodeNumber } = await deviceIn(status, admin, { priority: 'Low' });
    await openDevice(page, barcodeNumber);
    await page.getByRole('button', { name: opener }).click();
    const opened = { form: await openDialog(page), typed, submit: button, done: page.getByRole('main') };
    await typeInto(opened);
    await page.context().clearCookies();
    await untilSignedOut(page, opened);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await admin.patch(`/api/devices/${barcodeNumber}`, { priority: 'High' });
    await expect(page.getByRole('main').getByText('High', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: opener }).click();
    const again = await openDialog(page);
    await expectTyped({ form: again, typed });
    await test.step('a change made by others meanwhile is not overwritten', async () => {
      await submit(opened);
      await expect(again).toBeHidden();
      const { body } = await admin.get<{ priority: string }>(`/api/devices/${barcodeNumber}`);
      expect(body.priority).toBe('High');
    });
    await page.context().close();
    await person.api.close();
  });
}

/**
 * By sending what was typed, or through a list that the page rereads because others are working: either may notice
 * first.
 */
async function untilSignedOut(page: Page, { form, submit: name }: OpenForm): Promise<void> {
  const isOut = page.getByText('You have been signed out.');
  await expect(async () => {
    if (!(await isOut.isVisible())) await form.getByRole('button', { name, exact: true }).click({ timeout: 1_000 });
    await expect(isOut).toBeVisible();
  }).toPass();
}
