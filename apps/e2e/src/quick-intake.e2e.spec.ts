import type { Page } from '@playwright/test';
import { deviceIn, deviceOf, logsOf } from './support/device-calls';
import { dismissToast, newAssetNumber, toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs } from './support/people';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Quick Intake' });

/** The bodies that the page sends to paths with this ending. */
function sentTo(page: Page, ending: RegExp): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && ending.test(new URL(request.url()).pathname))
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Runs in the page and presses the key itself, before anything else can happen. */
function pressWhenAScreenShows(key: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    watch.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  watch.observe(document, { childList: true, subtree: true });
}

test("'/' opens Quick Intake from the moment a screen shows", async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.addInitScript(pressWhenAScreenShows, '/');
  await page.goto('/devices');
  await expect(dialogOf(page)).toBeVisible();
});

// proves s2.quick-intake.slash-opens
test("'/' opens Quick Intake on every screen, except in a text field", async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.clock.install();
  const dialog = dialogOf(page);
  for (const path of ['/devices', '/profile', '/technician', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(dialog.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  // proves s2.quick-intake.slash-typed-in-fields
  await test.step("in a text field '/' is typed", async () => {
    await page.goto('/devices');
    const search = page.getByPlaceholder(/Search/u);
    await search.fill('a');
    await search.press('/');
    await expect(search).toHaveValue('a/');
    await expect(dialog).toHaveCount(0);
  });
  // proves s9.quick-intake-focus-delay
  await test.step('100 ms after opening, the focus is on the empty asset number', async () => {
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('/');
    await expect(dialog).toBeVisible();
    await page.clock.runFor(100);
    await expect(dialog.getByLabel('Asset Number')).toBeFocused();
    await expect(dialog.getByLabel('Asset Number')).toHaveValue('');
    await page.clock.resume();
  });
  // proves s2.quick-intake.escape-closes s2.quick-intake.cancel
  await test.step('Escape and Cancel close it', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('/');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('Quick Intake takes in an unknown device with its first entry', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  const devices = sentTo(page, /\/api\/devices$/u);
  const logs = sentTo(page, /\/logs$/u);
  const assetNumber = newAssetNumber();
  await page.keyboard.press('/');
  const dialog = dialogOf(page);
  const create = dialog.getByRole('button', { name: 'Create Intake' });

  // proves s2.quick-intake.asset-number s2.quick-intake.school s2.quick-intake.student-name
  // proves s2.quick-intake.issue-description s2.quick-intake.priority-level s2.quick-intake.create-button
  await test.step('the dialog has all its fields', async () => {
    for (const field of ['Asset Number', 'School', 'Student Name (Optional)', 'Issue Description', 'Priority Level'])
      await expect(dialog.getByLabel(field)).toBeVisible();
    await expect(create).toBeVisible();
  });
  // proves d.schools.quick-intake-choices d.schools.quick-intake-default d.priority.quick-intake-choices
  // proves d.priority.quick-intake-default
  await test.step('the schools and priorities have their choices and defaults', async () => {
    await expect(dialog.getByLabel('School').getByRole('option')).toHaveText([
      'High School (HS)',
      'Middle School (MS)',
      'N/A',
    ]);
    await expect(dialog.getByLabel('School')).toHaveValue('HS');
    await expect(dialog.getByLabel('Priority Level').getByRole('option')).toHaveText(['Low', 'Medium', 'High']);
    await expect(dialog.getByLabel('Priority Level')).toHaveValue('Medium');
  });
  // proves s5.quick-intake.barcode-required s5.quick-intake.issue-required
  await test.step('a missing asset number or issue is reported', async () => {
    await create.click();
    await expect(dialog.getByText('Asset Number is required')).toBeVisible();
    await expect(dialog.getByText('Issue description is required')).toBeVisible();
    expect(devices).toEqual([]);
  });
  // proves s2.quick-intake.issue-picker
  await test.step('the issue picker fills in the issue', async () => {
    await dialog.getByRole('button', { name: 'Missing keys' }).click();
    await expect(dialog.getByLabel('Issue Description')).toHaveValue('Missing keys');
  });
  // proves s2.quick-intake.processing s8.toast.quick-intake s5.quick-intake.student-optional
  await test.step('the button is disabled while sending, and success shows a toast', async () => {
    await dialog.getByLabel('Asset Number').fill(assetNumber);
    await dialog.getByLabel('Priority Level').selectOption('High');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/devices', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await create.click();
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    goOn();
    await expect(toast(page, 'Quick Intake Successful')).toBeVisible();
    await expect(toast(page, 'Device and repair log created successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  // proves s7.devices.quick-intake-body d.priority.quick-intake-sends
  await test.step('the device and its first log are sent', async () => {
    expect(devices).toEqual([
      {
        barcodeNumber: assetNumber,
        school: 'HS',
        studentName: null,
        status: 'INTAKE',
        initialIssue: 'Missing keys',
        priority: 'High',
      },
    ]);
    expect(logs).toMatchObject([{ issue: 'Missing keys', completed: false, priority: 'High' }]);
  });
  // proves s4.quick-intake.creates-device s4.quick-intake.adds-log
  await test.step('the device exists with its first log', async () => {
    await page.goto(`/devices/${assetNumber}`);
    await expect(page.getByRole('heading', { name: assetNumber })).toBeVisible();
    await expect(page.getByText('No repair logs yet')).toBeHidden();
    expect(await deviceOf(asAdmin, assetNumber)).toMatchObject({ status: 'INTAKE', school: 'SHS', priority: 'High' });
    expect(await logsOf(asAdmin, assetNumber)).toMatchObject([
      { issue: 'Missing keys', completed: false, technician: person.email },
    ]);
  });
});

test('Quick Intake adds only the issue to a known device, and refuses a deprovisioned one', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const devices = sentTo(page, /\/api\/devices$/u);
  const scrapped = await deviceIn('PARTS', asAdmin);
  const dialog = dialogOf(page);
  const send = async (assetNumber: string) => {
    await dialog.getByLabel('Asset Number').fill(assetNumber);
    await dialog.getByLabel('Issue Description').fill('Hinge loose');
    await dialog.getByRole('button', { name: 'Create Intake' }).click();
  };

  for (const status of ['INTAKE', 'IN_PROGRESS', 'COMPLETED'] as const) {
    // proves s4.quick-intake.existing-device
    await test.step(`a known device with status ${status} gets a log`, async () => {
      const { barcodeNumber } = await deviceIn(status, asAdmin, { initialIssue: 'Battery problems' });
      const before = await logsOf(asAdmin, barcodeNumber);
      await page.getByRole('button', { name: 'Help' }).focus();
      await page.keyboard.press('/');
      await send(barcodeNumber.toLowerCase());
      await expect(toast(page, 'Quick Intake Successful')).toBeVisible();
      await dismissToast(page);
      expect(devices).toEqual([]);
      const added = (await logsOf(asAdmin, barcodeNumber)).filter(({ id }) => before.every((log) => log.id !== id));
      expect(added.map(({ issue }) => issue)).toEqual(['Hinge loose']);
    });
  }
  // proves d.life.quick-intake-parts-refused s8.failure.quick-intake
  await test.step('a deprovisioned device is refused', async () => {
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('/');
    await send(scrapped.barcodeNumber);
    const refusal = page.getByRole('alert').filter({ hasText: 'Device is deprovisioned; an Admin can restore it' });
    await expect(refusal).toContainText('Error');
    await expect(dialog.getByLabel('Issue Description')).toHaveValue('Hinge loose');
  });
});
