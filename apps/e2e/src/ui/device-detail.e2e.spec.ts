import type { Page } from '@playwright/test';
import { logsOf, newDevice } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { callsOf, expect, failure, stopMocking, success, test } from '../support/ui-journey';

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

const summary = (page: Page) => page.getByRole('region', { name: 'Device', exact: true });
const entryCard = (page: Page) => page.getByRole('region', { name: 'Add Repair Entry' });
const entries = (page: Page) => page.getByRole('region', { name: 'Repair Timeline' }).getByRole('listitem');
const button = (page: Page, name: string) => summary(page).getByRole('button', { name, exact: true });
const fact = (page: Page, term: string) =>
  summary(page).getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');

test('a Member repairs a device on its page', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api, { school: 'SHS' });
  const calls = callsOf(page);
  await openDevice(page, barcodeNumber);
  // proves s1.staff.start-and-log-repairs s6.member.starts-work s4.start-work.shows-in-progress
  // proves s4.start-work.shows-current-user s4.start-work.shows-timeline-entry s4.start-work.dialog-values-kept
  // proves s8.toast.work-started
  await test.step('starting work sets the status, the assignee and the values, and adds a log', async () => {
    const start = page.getByRole('dialog', { name: 'Start Work' });
    await button(page, 'Start Work').click();
    await start.getByRole('combobox', { name: 'School' }).selectOption('SMS');
    await start.getByLabel('Initial Issue').fill('Will not wake up');
    await start.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await start.getByRole('button', { name: 'Start Work' }).click();
    await expect(success(page, 'Work Started')).toHaveText('Work StartedDevice status updated to In Progress');
    await expect(summary(page)).toContainText('In Progress');
    await expect(fact(page, 'Assigned To')).toContainText(member.user.name ?? '');
    await expect(entries(page)).toHaveCount(1);
    await expect(fact(page, 'School')).toContainText('SMS');
    await expect(fact(page, 'Initial Issue')).toHaveText('Will not wake up');
    await expect(summary(page).getByText('High', { exact: true })).toBeVisible();
  });
  const issue = entryCard(page).getByRole('textbox', { name: 'Issue', exact: true });
  const add = entryCard(page).getByRole('button', { name: 'Add Entry' });
  // proves s6.member.adds-entries
  await test.step('an entry whose answer was lost is created once, even if it is sent again', async () => {
    await page.route('**/logs', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await issue.fill('Hinge loose');
    await add.click();
    await expect(failure(page, UNREACHABLE)).toBeVisible();
    await stopMocking(page, '**/logs');
    await add.click();
    await expect(success(page, 'Repair entry added successfully')).toBeVisible();
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText('Hinge loose');
    expect(await logsOf(member.api, barcodeNumber)).toHaveLength(2);
  });
  await test.step('the same text sent after a success is another entry', async () => {
    await issue.fill('Hinge loose');
    await add.click();
    await expect.poll(() => logsOf(member.api, barcodeNumber)).toHaveLength(3);
    await expect(entries(page)).toHaveCount(3);
  });
  // proves s6.member.edits-devices
  await test.step('an edited device shows its new model', async () => {
    await button(page, 'Edit Device').click();
    await page.getByRole('dialog').getByLabel('Model').fill('Lenovo 300e');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(success(page, 'Device updated successfully')).toBeVisible();
    await expect(fact(page, 'Model')).toHaveText('Lenovo 300e');
  });
  // proves s4.quick-complete.posts-completed-log
  await test.step('Quick Complete sends a completed log', async () => {
    const quick = page.getByRole('dialog', { name: 'Quick Complete' });
    await button(page, 'Quick Complete').click();
    await quick.getByLabel('Actions Taken').fill('New hinge');
    await quick.getByLabel('Comments (optional)').fill('Under warranty');
    calls.splice(0);
    await quick.getByRole('button', { name: 'Complete Repair' }).click();
    await expect(success(page, 'Repair Completed')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/devices/${barcodeNumber}/logs`,
      body: { actions: 'New hinge', comments: 'Under warranty', completed: true },
    });
    await expect(entries(page).first()).toContainText('Fixed: Hinge loose');
    await expect(button(page, 'Quick Complete')).toHaveCount(0);
  });
});

// proves s1.admin.deprovision
test('an Admin deprovisions and restores a device, with actions that are aligned at one edge', async ({
  adminPage: page,
  admin,
}) => {
  const { barcodeNumber } = await newDevice(admin);
  await openDevice(page, barcodeNumber);
  const boxOf = (name: string) => button(page, name).boundingBox();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const [start, scrap] = [await boxOf('Start Work'), await boxOf('Deprovision Device')];
    expect.soft(scrap, `${width} px`).toMatchObject({ x: start?.x, height: start?.height });
    const icon = await button(page, 'Deprovision Device').locator('svg').boundingBox();
    expect.soft((icon?.x ?? Infinity) - (start?.x ?? 0), `${width} px`).toBeLessThan(16);
  }
  await button(page, 'Deprovision Device').click();
  await expect(success(page, 'Device deprovisioned')).toBeVisible();
  await expect(summary(page)).toContainText('Deprovisioned');
  await button(page, 'Restore Device').click();
  await expect(success(page, 'Device restored successfully')).toBeVisible();
  await expect(summary(page)).toContainText('Intake');
  await expect(button(page, 'Restore Device')).toHaveCount(0);
});
