import type { Page } from '@playwright/test';
import type { Device } from '@repairline/contracts/repairs/views';
import { complete, deviceIn, deviceOf, log, logsOf, newDevice } from '../support/device-calls';
import { newAssetNumber, openDevice } from '../support/devices';
import { respondWith503 } from '../support/views/navigation';
import { callsOf, expect, fail, failure, muteLiveUpdates, stopMocking, success, test } from '../support/ui-journey';

const summary = (page: Page) => page.getByRole('region', { name: 'Device', exact: true });
const entryCard = (page: Page) => page.getByRole('region', { name: 'Add Repair Entry' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Repair Timeline' });
const entries = (page: Page) => timeline(page).getByRole('listitem');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => summary(page).getByRole('button', { name, exact: true });
const fact = (page: Page, term: string) =>
  summary(page).getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');

const open = (page: Page, { barcodeNumber }: Device) => openDevice(page, barcodeNumber);

// proves s2.routes.device-detail
test('a Member repairs a device on its page', async ({ memberPage: page, member }) => {
  const device = await newDevice(member.api, { school: 'SHS' });
  await open(page, device);
  // proves s2.detail.header-card s2.detail.timeline s2.detail.entry-card
  await test.step('the page has the device, its timeline and the entry form', async () => {
    await expect(summary(page)).toContainText('Intake');
    await expect(timeline(page)).toBeVisible();
    await expect(entryCard(page)).toBeVisible();
  });
  // proves s2.detail.timeline-empty
  await test.step('an empty timeline says so', async () => {
    await expect(timeline(page)).toContainText('No repair logs yet');
  });
  // proves s4.start-work.detail-only-intake s4.complete.detail-only-in-progress
  await test.step('a device in intake can be started, not completed', async () => {
    await expect(button(page, 'Start Work')).toBeVisible();
    await expect(button(page, 'Quick Complete')).toHaveCount(0);
  });
  const start = dialogOf(page, 'Start Work');
  const startButton = start.getByRole('button', { name: 'Start Work' });
  // proves s2.detail.start-work-dialog s2.detail.start-work-fields s5.start-work.priority-values
  // proves s5.start-work.priority-default
  await test.step('the Start Work dialog has its fields and defaults', async () => {
    await button(page, 'Start Work').click();
    await expect(start.getByRole('combobox', { name: 'School' })).toBeEnabled();
    await expect(start.getByRole('textbox', { name: 'Initial Issue' })).toBeEditable();
    const priority = start.getByRole('combobox', { name: 'Priority' });
    await expect(priority.getByRole('option')).toHaveText(['Low', 'Medium', 'High']);
    await expect(priority).toHaveValue('Medium');
  });
  // proves s5.start-work.school-required s5.start-work.issue-required
  await test.step('Start Work requires a school and an issue', async () => {
    await start.getByRole('combobox', { name: 'School' }).selectOption('');
    await startButton.click();
    await expect(start.getByText('School is required')).toBeVisible();
    await expect(start.getByText('Initial issue is required')).toBeVisible();
  });
  // proves s1.staff.start-and-log-repairs s6.member.starts-work s4.start-work.shows-in-progress
  // proves s4.start-work.shows-current-user s4.start-work.shows-timeline-entry s4.start-work.dialog-values-kept
  // proves s8.toast.work-started
  await test.step('starting work sets the status, the assignee and the values, and adds a log', async () => {
    await start.getByRole('combobox', { name: 'School' }).selectOption('SMS');
    await start.getByLabel('Initial Issue').fill('Will not wake up');
    await start.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await startButton.click();
    await expect(success(page, 'Work Started')).toHaveText('Work StartedDevice status updated to In Progress');
    await expect(summary(page)).toContainText('In Progress');
    await expect(fact(page, 'Assigned To')).toContainText(member.user.name ?? '');
    await expect(entries(page)).toHaveCount(1);
    await expect(fact(page, 'School')).toContainText('SMS');
    await expect(fact(page, 'Initial Issue')).toHaveText('Will not wake up');
    await expect(summary(page).getByText('High', { exact: true })).toBeVisible();
  });
  await test.step('a device in progress can be completed, not started', async () => {
    await expect(button(page, 'Start Work')).toHaveCount(0);
    await expect(button(page, 'Quick Complete')).toBeVisible();
  });
  // proves s5.entry.fields s2.intake.chips-in-repair-form
  await test.step('the entry form has its fields and the common issues', async () => {
    for (const name of ['Issue', 'Actions', 'Comments (optional)']) {
      await expect(entryCard(page).getByRole('textbox', { name, exact: true })).toBeEditable();
    }
    await expect(entryCard(page).getByRole('combobox', { name: 'Technician' })).toHaveValue(member.email);
    await expect(entryCard(page).getByRole('checkbox', { name: 'Completed' })).not.toBeChecked();
    await expect(entryCard(page).getByRole('group', { name: 'Common Issues' }).getByRole('button')).toHaveCount(15);
  });
  const add = entryCard(page).getByRole('button', { name: 'Add Entry' });
  // proves s5.entry.completed-needs-issue
  await test.step('a completed entry requires an issue', async () => {
    await entryCard(page).getByRole('checkbox', { name: 'Completed' }).check();
    await entryCard(page).getByRole('textbox', { name: 'Issue', exact: true }).fill('   ');
    await add.click();
    const text = 'Issue description is required when marking as completed';
    await expect(entryCard(page).getByText(text)).toBeVisible();
    await expect(entryCard(page).getByRole('textbox', { name: 'Issue', exact: true })).toHaveAccessibleDescription(
      text,
    );
    await entryCard(page).getByRole('checkbox', { name: 'Completed' }).uncheck();
  });
  // proves s8.failure.repair-creation s8.failure.create-log-fallback
  await test.step('a failed entry shows the reason or the fallback', async () => {
    await entryCard(page).getByRole('textbox', { name: 'Issue', exact: true }).fill('Hinge loose');
    await fail(page, '**/api/devices/*/logs', 'POST', 'Not today');
    await add.click();
    await expect(failure(page, 'Not today')).toBeVisible();
    await stopMocking(page);
    await fail(page, '**/api/devices/*/logs', 'POST');
    await add.click();
    await expect(failure(page, 'Failed to create repair log')).toBeVisible();
    await stopMocking(page);
  });
  // proves s6.member.adds-entries s8.toast.repair-entry-added
  await test.step('an added entry is at the top of the timeline', async () => {
    await add.click();
    await expect(success(page, 'Repair entry added successfully')).toBeVisible();
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText('Hinge loose');
  });
  const quick = dialogOf(page, 'Quick Complete');
  // proves s2.detail.quick-complete-dialog s2.detail.quick-complete-fields s5.quick-complete.actions-required
  await test.step('Quick Complete requires the actions taken', async () => {
    await button(page, 'Quick Complete').click();
    await expect(quick.getByRole('textbox', { name: 'Actions Taken' })).toBeEditable();
    await expect(quick.getByRole('textbox', { name: 'Comments (optional)' })).toBeEditable();
    await quick.getByRole('button', { name: 'Complete Repair' }).click();
    await expect(quick.getByText('Actions taken are required')).toBeVisible();
  });
  // proves s4.quick-complete.posts-completed-log s8.toast.repair-completed
  await test.step('Quick Complete sends a completed log', async () => {
    const calls = callsOf(page);
    await quick.getByLabel('Actions Taken').fill('New hinge');
    await quick.getByLabel('Comments (optional)').fill('Under warranty');
    await quick.getByRole('button', { name: 'Complete Repair' }).click();
    await expect(success(page, 'Repair Completed')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/devices/${device.barcodeNumber}/logs`,
      body: { actions: 'New hinge', comments: 'Under warranty', completed: true },
    });
    await expect(button(page, 'Quick Complete')).toHaveCount(0);
  });
  // proves s2.detail.badge-completed s2.detail.badge-intake s2.detail.badge-in-progress s2.detail.fixed-prefix
  await test.step('the timeline is newest first, with a badge for each entry', async () => {
    await expect(entries(page)).toHaveCount(3);
    await expect(entries(page).nth(0).getByText('Completed', { exact: true })).toBeVisible();
    await expect(entries(page).nth(0).getByText('Fixed: Hinge loose')).toBeVisible();
    await expect(entries(page).nth(1).getByText('In Progress', { exact: true })).toBeVisible();
    await expect(entries(page).nth(1)).not.toContainText('Fixed: ');
    await expect(entries(page).nth(2).getByText('Intake', { exact: true })).toBeVisible();
  });
  // proves s2.detail.back-link
  await test.step('Back to devices leads to the list', async () => {
    await page.getByRole('link', { name: 'Back to devices' }).click();
    await expect(page).toHaveURL('/devices');
  });
});

test('Start Work preselects the highest priority of the device', async ({ memberPage: page, member }) => {
  const device = await newDevice(member.api, { priority: 'Low' });
  const shownFor = async (priority: string) => {
    await open(page, device);
    await button(page, 'Start Work').click();
    await expect(dialogOf(page, 'Start Work').getByRole('combobox', { name: 'Priority' })).toHaveValue(priority);
  };
  // proves s5.start-work.priority-default
  await test.step('a device without entries has its own priority', async () => {
    await shownFor('Low');
  });
  await test.step('an entry of a higher priority raises it', async () => {
    await log(member.api, device.barcodeNumber, { priority: 'High' });
    await shownFor('High');
  });
});

// proves s5.quick-complete.comments-optional
test('a repair can be completed without a comment', async ({ memberPage: page, member }) => {
  const device = await deviceIn('IN_PROGRESS', member.api);
  await open(page, device);
  await button(page, 'Quick Complete').click();
  await dialogOf(page, 'Quick Complete').getByLabel('Actions Taken').fill('New hinge');
  await dialogOf(page, 'Quick Complete').getByRole('button', { name: 'Complete Repair' }).click();
  await expect(summary(page)).toContainText('Completed');
  expect((await logsOf(member.api, device.barcodeNumber)).at(-1)).toMatchObject({ actions: 'New hinge' });
});

test('a Member edits a device', async ({ memberPage: page, member }) => {
  const device = await newDevice(member.api, { model: 'Old' });
  await open(page, device);
  const dialog = dialogOf(page, 'Edit Device Information');
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  // proves s2.detail.edit-dialog s5.edit.barcode-required
  await test.step('an asset number is required', async () => {
    await button(page, 'Edit Device').click();
    await dialog.getByLabel('Asset Number').fill('');
    await save.click();
    await expect(dialog.getByText('Asset Number is required')).toBeVisible();
    await dialog.getByLabel('Asset Number').fill(device.barcodeNumber);
  });
  // proves s8.failure.edit
  await test.step('a failed call shows the reason and keeps the form', async () => {
    await dialog.getByLabel('Model').fill('New');
    await fail(page, '**/api/devices/*', 'PATCH', 'Not today');
    await save.click();
    await expect(failure(page, 'Not today')).toBeVisible();
    await expect(dialog.getByLabel('Model')).toHaveValue('New');
    await stopMocking(page);
  });
  // proves s6.member.edits-devices s8.toast.device-updated
  await test.step('a saved change is shown', async () => {
    await save.click();
    await expect(success(page, 'Device updated successfully')).toBeVisible();
    await expect(fact(page, 'Model')).toHaveText('New');
    expect((await deviceOf(member.api, device.barcodeNumber)).model).toBe('New');
  });
  // proves s6.detail.deprovision-hidden
  await test.step('a Member cannot deprovision a device', async () => {
    await expect(page.getByRole('button', { name: 'Deprovision Device' })).toHaveCount(0);
  });
});

// proves s1.admin.deprovision
test('an Admin deprovisions and restores a device', async ({ adminPage: page, admin }) => {
  const device = await newDevice(admin);
  await open(page, device);
  // proves s2.detail.deprovision-button s8.failure.deprovision
  await test.step('a failed deprovisioning without a reason shows the fallback', async () => {
    await expect(button(page, 'Restore Device')).toHaveCount(0);
    await fail(page, '**/scrap', 'POST');
    await button(page, 'Deprovision Device').click();
    await expect(failure(page, 'Operation failed')).toBeVisible();
    await stopMocking(page);
  });
  // proves s8.toast.device-deprovisioned s2.detail.restore-button s4.restore.shown-for-parts
  await test.step('a deprovisioned device can be restored', async () => {
    await button(page, 'Deprovision Device').click();
    await expect(success(page, 'Device deprovisioned')).toBeVisible();
    await expect(summary(page)).toContainText('Deprovisioned');
    await expect(button(page, 'Restore Device')).toBeVisible();
    await expect(button(page, 'Deprovision Device')).toHaveCount(0);
  });
  // proves s8.failure.restore
  await test.step('a failed restore without a reason shows the fallback', async () => {
    await fail(page, '**/scrap', 'POST');
    await button(page, 'Restore Device').click();
    await expect(failure(page, 'Operation failed')).toBeVisible();
    await stopMocking(page);
  });
  // proves s8.toast.device-restored
  await test.step('a restored device has its earlier status', async () => {
    await button(page, 'Restore Device').click();
    await expect(success(page, 'Device restored successfully')).toBeVisible();
    await expect(summary(page)).toContainText('Intake');
  });
});

test('the actions of an Admin on a device are aligned at one edge', async ({ adminPage: page, admin }) => {
  const device = await newDevice(admin);
  await open(page, device);
  const boxOf = (name: string) => button(page, name).boundingBox();
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const [start, scrap] = [await boxOf('Start Work'), await boxOf('Deprovision Device')];
    expect.soft(scrap, `${width} px`).toMatchObject({ x: start?.x, height: start?.height });
    const icon = await button(page, 'Deprovision Device').locator('svg').boundingBox();
    expect.soft((icon?.x ?? Infinity) - (start?.x ?? 0), `${width} px`).toBeLessThan(16);
  }
});

test('a Member can open a deprovisioned device, but not restore it', async ({ memberPage: page, admin }) => {
  await open(page, await deviceIn('PARTS', admin));
  // proves d.roles.member-parts-detail-opens
  await test.step('the page says that the device is deprovisioned', async () => {
    await expect(summary(page)).toContainText('Deprovisioned');
    await expect(entryCard(page)).toContainText('Device is deprovisioned; an Admin can restore it');
  });
  // proves s6.detail.restore-hidden
  await test.step('a Member has no Restore Device button', async () => {
    await expect(page.getByRole('button', { name: 'Restore Device' })).toHaveCount(0);
  });
});

test('the page says what it cannot show of a device', async ({ memberPage: page, member }) => {
  // proves s8.load.device-not-found s2.detail.not-found-back-link
  await test.step('an unknown device is reported as not found', async () => {
    await page.goto(`/devices/${newAssetNumber()}`);
    await expect(page.getByRole('heading', { name: 'Device not found' })).toBeVisible();
    await fail(page, /\/api\/devices\/[^/?]+$/u, 'GET', 'Away');
    await page.goto(`/devices/${newAssetNumber()}`);
    await expect(page.getByRole('alert')).toContainText('Device not found');
    await page.getByRole('link', { name: 'Back to devices' }).click();
    await expect(page).toHaveURL('/devices');
    await stopMocking(page);
  });
  const device = await newDevice(member.api);
  // proves s8.load.logs
  await test.step('a failed fetch of the logs is reported in the timeline', async () => {
    await fail(page, '**/api/devices/*/logs?*', 'GET');
    await open(page, device);
    await expect(timeline(page).getByRole('alert')).toContainText('Failed to fetch logs');
    await stopMocking(page);
  });
  // proves s9.technician-unknown
  await test.step('a log without a technician shows Unknown', async () => {
    await complete(member.api, device.barcodeNumber);
    await log(member.api, device.barcodeNumber, { issue: 'By nobody' });
    const logs = (await logsOf(member.api, device.barcodeNumber)).map((entry) => ({ ...entry, technician: '' }));
    await page.route('**/api/devices/*/logs?*', (route) => route.fulfill({ json: logs }));
    await page.reload();
    await expect(entries(page).first()).toContainText('Unknown');
  });
});

test('the error of a device that could not be fetched stays until a retry succeeds', async ({
  memberPage: page,
  member,
}) => {
  const device = await newDevice(member.api);
  const path = new RegExp(`/api/devices/${device.barcodeNumber}$`, 'u');
  await muteLiveUpdates(page);
  await respondWith503(page, path);
  await page.goto(`/devices/${device.barcodeNumber}`);
  const said = page.getByRole('heading', { level: 1, name: 'Device not found' });
  await expect(said).toBeVisible();
  await stopMocking(page, path);
  const answers: (() => void)[] = [];
  await page.route(path, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => answers.length).toBe(1);
  expect(await said.isVisible()).toBe(true);
  answers[0]?.();
  await expect(summary(page)).toBeVisible();
  await expect(said).toHaveCount(0);
});
