import type { Page } from '@playwright/test';
import { commonIssues } from '@repairline/contracts/issues';
import { deviceOf, logsOf, newDevice, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { callsOf, expect, fail, failure, stopMocking, success, test } from '../support/ui-journey';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add to Intake' });
const issueOf = (page: Page) => dialogOf(page).getByLabel('Initial Issue (optional)');

async function openDialog(page: Page) {
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Add to Intake' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function fill(page: Page, assetNumber: string, school = 'SHS') {
  await dialogOf(page).getByLabel('Asset Number').fill(assetNumber);
  await dialogOf(page).getByRole('combobox', { name: 'School' }).selectOption(school);
}

const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Add to Intake' }).click();

// proves s2.devices.header-add-to-intake
test('a Member takes in a single device', async ({ memberPage: page, member }) => {
  await openDialog(page);
  const dialog = dialogOf(page);
  // proves s2.intake.single-asset-number s2.intake.single-school s2.intake.single-model s2.intake.single-assigned-to
  // proves s2.intake.single-student-name s2.intake.single-initial-issue s2.intake.single-notes
  await test.step('the form has its fields', async () => {
    for (const name of ['Asset Number', 'Model (optional)', 'Student Name (optional)']) {
      await expect(dialog.getByRole('textbox', { name, exact: true })).toBeEditable();
    }
    for (const name of ['Initial Issue (optional)', 'Notes']) {
      await expect(dialog.getByRole('textbox', { name, exact: true })).toBeEditable();
    }
    for (const name of ['School', 'Assigned To']) {
      await expect(dialog.getByRole('combobox', { name, exact: true })).toBeEnabled();
    }
  });
  // proves s2.intake.single-priority
  await test.step('the priority is required and has three values', async () => {
    const priority = dialog.getByRole('combobox', { name: 'Priority', exact: true });
    await expect(priority).toHaveAttribute('required', '');
    await expect(priority.getByRole('option')).toHaveText(['Low', 'Medium', 'High']);
  });
  // proves s2.intake.chips-in-intake-form s9.common-issue-chips
  await test.step('the common issues are offered as buttons', async () => {
    const chips = dialog.getByRole('group', { name: 'Common Issues' }).getByRole('button');
    await expect(chips).toHaveText([...commonIssues]);
    await expect(chips).toHaveText([
      ...['Screen cracked/broken', "Won't turn on/No power", 'Keyboard not working', 'Touchpad issues'],
      ...['Charging problems', 'WiFi not connecting', 'Audio not working', 'Camera not working', 'Software issues'],
      ...['Liquid damage', 'Physical damage', 'Slow performance', 'Battery problems', 'Missing keys', 'Login issues'],
    ]);
  });
  // proves s2.intake.chips-joined
  await test.step('several common issues are joined', async () => {
    await dialog.getByRole('button', { name: 'Missing keys' }).click();
    await dialog.getByRole('button', { name: 'Liquid damage' }).click();
    await expect(issueOf(page)).toHaveValue('Missing keys, Liquid damage');
  });
  // proves s5.device.barcode-required s5.device.school-required
  await test.step('an asset number and a school are required', async () => {
    const calls = callsOf(page);
    await submit(page);
    await expect(dialog.getByText('Asset Number is required')).toBeVisible();
    await expect(dialog.getByText('School is required')).toBeVisible();
    await expect(dialog.getByLabel('Asset Number')).toBeFocused();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
  const assetNumber = newAssetNumber();
  // proves s8.failure.intake d.calls.toast-shows-parsed-message
  await test.step('a failed call shows the reason and keeps the form', async () => {
    await fill(page, assetNumber);
    await dialog.getByRole('combobox', { name: 'Assigned To' }).selectOption(member.email);
    await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await fail(page, '**/api/devices', 'POST', 'The shelf is full');
    await submit(page);
    await expect(failure(page, 'The shelf is full')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('500');
    await expect(dialog.getByLabel('Asset Number')).toHaveValue(assetNumber);
    await stopMocking(page);
  });
  // proves s1.staff.add-devices-singly s6.member.adds-devices s8.toast.device-added s7.devices.follow-up-log
  await test.step('an intake adds the device and its first log', async () => {
    const calls = callsOf(page);
    await submit(page);
    await expect(success(page, 'Device added to intake successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await deviceOf(member.api, assetNumber)).toMatchObject({
      status: 'INTAKE',
      priority: 'High',
      school: 'SHS',
    });
    expect(await logsOf(member.api, assetNumber)).toHaveLength(1);
    const followUp = calls.find(({ path }) => path === `/api/devices/${assetNumber}/logs`);
    expect(followUp?.body).toEqual({
      issue: 'Missing keys, Liquid damage',
      technician: member.email,
      completed: false,
      priority: 'High',
    });
  });
  // proves s7.devices.follow-up-none
  await test.step('an intake without an issue adds no log', async () => {
    const calls = callsOf(page);
    const other = newAssetNumber();
    await page.getByRole('button', { name: 'Add to Intake' }).click();
    await fill(page, other);
    await submit(page);
    await expect(dialog).toBeHidden();
    await expect.poll(() => calls.filter(({ path }) => path.startsWith('/api/devices?')).length).toBeGreaterThan(0);
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/devices']);
    expect(await logsOf(member.api, other)).toEqual([]);
  });
});

test('a chosen common issue has a border that stands out from that of the others', async ({ memberPage: page }) => {
  await openDialog(page);
  const chosen = dialogOf(page).getByRole('button', { name: 'Missing keys' });
  await chosen.click();
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(0, 0);
  /** The luminance by which WCAG compares colors. */
  const luminance = (name: string) =>
    dialogOf(page)
      .getByRole('button', { name })
      .evaluate(async (chip) => {
        // A change of theme fades from one color to the other.
        await Promise.all(chip.getAnimations().map(({ finished }) => finished));
        const parts =
          getComputedStyle(chip)
            .borderTopColor.match(/\d+/gu)
            ?.map((part) => Number(part) / 255) ?? [];
        const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        const [red = 0, green = 0, blue = 0] = linear;
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe(colorScheme);
    const [dark = 0, bright = 0] = [await luminance('Missing keys'), await luminance('Login issues')].sort(
      (a, b) => a - b,
    );
    expect((bright + 0.05) / (dark + 0.05), colorScheme).toBeGreaterThan(3);
  }
});

test('a device that is in repair is not taken in again', async ({ memberPage: page, member }) => {
  const warning = page.getByRole('dialog', { name: 'Device Already in System' });
  const waiting = await newDevice(member.api, { notes: 'as it was', assignedTo: member.email });
  const { barcodeNumber } = await newDevice(member.api);
  await startWork(member.api, barcodeNumber);
  await openDialog(page);
  // proves s2.intake.already-in-system-intake s2.intake.already-in-system-status s2.intake.already-in-system-assignee
  await test.step('a device in intake is refused and left unchanged', async () => {
    const before = await deviceOf(member.api, waiting.barcodeNumber);
    await fill(page, waiting.barcodeNumber, 'SMS');
    await submit(page);
    await expect(warning.getByRole('definition')).toHaveText(['Intake', member.user.name ?? '']);
    expect(await deviceOf(member.api, waiting.barcodeNumber)).toEqual(before);
  });
  // proves s2.intake.already-in-system-cancel
  await test.step('Cancel closes the warning', async () => {
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
  });
  // proves s2.intake.already-in-system-in-progress
  await test.step('a device in progress is refused and left unchanged', async () => {
    const before = await deviceOf(member.api, barcodeNumber);
    await fill(page, barcodeNumber, 'SMS');
    await submit(page);
    await expect(warning.getByRole('definition').first()).toHaveText('In Progress');
    expect(await deviceOf(member.api, barcodeNumber)).toEqual(before);
  });
  // proves s2.intake.already-in-system-link
  await test.step('the warning links to the device', async () => {
    const link = warning.getByRole('link', { name: 'View Device & Start Work' });
    await expect(link).toHaveAttribute('href', `/devices/${barcodeNumber}`);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: barcodeNumber })).toBeVisible();
  });
});

// proves d.schools.one-directory
test('every school field offers the schools of the district', async ({ memberPage: page, member }) => {
  const own = [
    { code: 'EHS', name: 'East High', level: 'HS', aliases: [] },
    { code: 'N/A', name: 'N/A', level: 'NA', aliases: [] },
  ];
  const { barcodeNumber } = await newDevice(member.api, { school: 'N/A' });
  await page.route('**/api/district', async (route) => {
    const answer = await route.fetch();
    const district = (await answer.json()) as object;
    return route.fulfill({ json: { ...district, schools: own } });
  });
  const schools = (within: Pick<Page, 'getByRole'>) =>
    within
      .getByRole('combobox', { name: 'School' })
      .evaluate((field) => [...(field as HTMLSelectElement).options].map(({ value }) => value));
  await openDialog(page);
  await expect.poll(() => schools(dialogOf(page))).toEqual(['', 'EHS', 'N/A']);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  expect(await schools(page)).toEqual(['ALL', 'EHS', 'N/A']);
  // proves d.schools.quick-intake-own-directory
  await test.step('Quick Intake offers the schools of the district', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    const quick = page.getByRole('dialog', { name: 'Quick Intake' });
    await expect(quick).toBeVisible();
    await expect.poll(() => schools(quick)).toEqual(expect.arrayContaining(['EHS', 'N/A']));
    expect(await schools(quick)).not.toContain('SHS');
    await page.keyboard.press('Escape');
  });
  await page.goto(`/devices/${barcodeNumber}`);
  await page.getByRole('button', { name: 'Edit Device' }).click();
  await expect.poll(() => schools(page)).toEqual(['EHS', 'N/A']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start Work' }).click();
  await expect.poll(() => schools(page)).toEqual(['', 'EHS', 'N/A']);
});
