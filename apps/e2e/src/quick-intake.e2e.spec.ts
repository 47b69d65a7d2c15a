import type { Page } from '@playwright/test';
import { deviceIn, deviceOf, logsOf } from './support/device-calls';
import { dismissToast, newAssetNumber } from './support/devices';
import { type Call, callsOf, expect, failure, holdRequests, stopMocking, success, test } from './support/ui-journey';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Quick Intake' });

/** The bodies of the changes sent to a path with this ending. */
const sentTo = (calls: Call[], ending: string) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith(ending)).map(({ body }) => body);

/** Runs in the page and presses the key itself, before anything else can happen. */
function pressWhenAScreenShows(key: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    watch.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  watch.observe(document, { childList: true, subtree: true });
}

// proves s2.quick-intake.slash-opens
test("'/' opens Quick Intake on every screen from the moment it shows, except in a text field", async ({
  adminPage: page,
}) => {
  const dialog = dialogOf(page);
  await page.clock.install();
  await page.addInitScript(pressWhenAScreenShows, '/');
  await page.goto('/nowhere');
  await expect(dialog.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  for (const screen of ['Completed Repairs', 'Analytics', 'My Workbench', 'Admin', 'Devices']) {
    await page.getByRole('link', { name: screen, exact: true }).first().click();
    await expect(page.getByRole('link', { name: screen, exact: true }).first()).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('/');
    await expect(dialog.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  // proves s2.quick-intake.slash-typed-in-fields
  await test.step("in a text field '/' is typed", async () => {
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

test('Quick Intake takes in an unknown device with its first entry, adds only the entry to a known one, and refuses a deprovisioned one', async ({
  memberPage: page,
  member,
  admin,
}) => {
  const calls = callsOf(page);
  const assetNumber = newAssetNumber();
  const dialog = dialogOf(page);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('/');
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
    expect(sentTo(calls, '/api/devices')).toEqual([]);
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
    const goOn = await holdRequests(page, '**/api/devices', 'POST');
    await create.click();
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    goOn();
    await expect(success(page, 'Quick Intake Successful')).toContainText('Device and repair log created successfully');
    await expect(dialog).toBeHidden();
    await stopMocking(page);
  });
  // proves s7.devices.quick-intake-body d.priority.quick-intake-sends
  await test.step('the device and its first log are sent', async () => {
    expect(sentTo(calls, '/api/devices')).toEqual([
      {
        barcodeNumber: assetNumber,
        school: 'HS',
        studentName: null,
        status: 'INTAKE',
        initialIssue: 'Missing keys',
        priority: 'High',
      },
    ]);
    expect(sentTo(calls, '/logs')).toMatchObject([{ issue: 'Missing keys', completed: false, priority: 'High' }]);
  });
  // proves s4.quick-intake.creates-device s4.quick-intake.adds-log
  await test.step('the device exists with its first log', async () => {
    expect(await deviceOf(admin, assetNumber)).toMatchObject({ status: 'INTAKE', school: 'SHS', priority: 'High' });
    expect(await logsOf(admin, assetNumber)).toMatchObject([
      { issue: 'Missing keys', completed: false, technician: member.user.name },
    ]);
    calls.splice(0);
  });

  const send = async (assetNumber: string) => {
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('/');
    await dialog.getByLabel('Asset Number').fill(assetNumber);
    await dialog.getByLabel('Issue Description').fill('Hinge loose');
    await dialog.getByRole('button', { name: 'Create Intake' }).click();
  };

  for (const status of ['INTAKE', 'IN_PROGRESS', 'COMPLETED'] as const) {
    // proves s4.quick-intake.existing-device
    await test.step(`a known device with status ${status} gets a log`, async () => {
      const { barcodeNumber } = await deviceIn(status, admin, { initialIssue: 'Battery problems' });
      const before = await logsOf(admin, barcodeNumber);
      await dismissToast(page);
      await send(barcodeNumber.toLowerCase());
      await expect(success(page, 'Quick Intake Successful')).toBeVisible();
      expect(sentTo(calls, '/api/devices')).toEqual([]);
      const added = (await logsOf(admin, barcodeNumber)).filter(({ id }) => before.every((log) => log.id !== id));
      expect(added.map(({ issue }) => issue)).toEqual(['Hinge loose']);
    });
  }
  // proves d.life.quick-intake-parts-refused s8.failure.quick-intake
  await test.step('a deprovisioned device is refused', async () => {
    const { barcodeNumber } = await deviceIn('PARTS', admin);
    await send(barcodeNumber);
    await expect(failure(page, 'Device is deprovisioned; an Admin can restore it')).toBeVisible();
    await expect(dialog.getByLabel('Issue Description')).toHaveValue('Hinge loose');
  });
});
