import { randomUUID } from 'node:crypto';
import type { Device } from '@repairline/contracts/repairs/views';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api';
import { complete, deviceIn, log, newDevice, startWork } from '../support/device-calls';
import { newAssetNumber, rowOf } from '../support/devices';
import {
  callsOf,
  expect,
  fail,
  failure,
  holdRequests,
  muteLiveUpdates,
  stopMocking,
  success,
  test,
} from '../support/ui-journey';

const filters = (page: Page) => page.getByRole('region', { name: 'Filter Devices' });
const activity = (page: Page) => page.getByRole('region', { name: 'Recent Activity', exact: true });
const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** One device in each status, of a unique model. */
async function lineUp(admin: Api, fields: Record<string, unknown> = {}) {
  const model = `M-${randomUUID()}`;
  const make = (status: 'INTAKE' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTS', more: Record<string, unknown> = {}) =>
    deviceIn(status, admin, { model, ...fields, ...more });
  const intake = await make('INTAKE', { priority: 'High', school: 'SHS', initialIssue: 'Missing keys' });
  const inProgress = await make('IN_PROGRESS', { priority: 'Medium', school: 'SMS' });
  const completed = await make('COMPLETED', { priority: 'Low' });
  const parts = await make('PARTS', { priority: 'Low' });
  return { model, intake, inProgress, completed, parts };
}

async function openMenu(page: Page, { barcodeNumber }: Device) {
  await page.getByRole('button', { name: `Quick actions for ${barcodeNumber}` }).click();
  return page.getByRole('menu').getByRole('menuitem');
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('article').first()).toBeVisible();
}

// proves s1.staff.dashboard
test('an Admin finds devices by text and filters', async ({ adminPage: page, admin }) => {
  const { model, intake, inProgress, completed, parts } = await lineUp(admin);
  await open(page, '/devices');
  // proves s2.devices.stats-strip-below-header s2.devices.filter-bar-below-header s2.devices.list-width
  // proves s2.devices.activity-width
  await test.step('counts and filters are below the heading, recent activity is beside the list', async () => {
    const heading = await boxOf(page.getByRole('heading', { level: 1 }));
    const tiles = await boxOf(page.getByRole('region', { name: 'Device counts' }));
    const panel = await boxOf(filters(page));
    expect(tiles.y).toBeGreaterThan(heading.y + heading.height);
    expect(panel.y).toBeGreaterThan(tiles.y + tiles.height - 1);
    const list = await boxOf(page.getByRole('list', { name: 'Devices' }));
    const beside = await boxOf(activity(page));
    expect(list.width / (list.width + beside.width)).toBeCloseTo(0.75, 1);
    expect(beside.x).toBeGreaterThan(list.x + list.width);
  });
  // proves s2.devices.filter-title s2.devices.filter-subtitle
  await test.step('the filter panel has a title and a hint', async () => {
    await expect(filters(page).getByRole('heading')).toHaveText('Filter Devices');
    await expect(filters(page)).toContainText('Narrow down your search results');
  });
  // proves s2.devices.tile-intake s2.devices.tile-in-progress s2.devices.tile-completed s2.devices.tile-deprovisioned
  await test.step('an Admin sees four counts', async () => {
    const tiles = page.getByRole('region', { name: 'Device counts' }).getByRole('group');
    for (const [index, label] of ['Intake', 'In Progress', 'Completed', 'Deprovisioned'].entries()) {
      await expect(tiles.nth(index)).toHaveText(new RegExp(`^${label}[\\d,]+ devices?$`, 'u'));
    }
  });
  const shown = page.getByRole('article');
  // proves s2.devices.filter-search s9.search-debounce
  await test.step('a text search starts 300 ms after the last key', async () => {
    const calls = callsOf(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByPlaceholder(/Search/u).pressSequentially(model);
    await page.clock.runFor(299);
    expect(calls.filter(({ path }) => path.includes('q='))).toEqual([]);
    // In a district without other devices, these four already show.
    const answered = page.waitForResponse((response) => response.url().includes('q='));
    await page.clock.runFor(1);
    await answered;
    await expect(shown).toHaveCount(4);
    const searches = calls.filter(({ path }) => path.includes('q='));
    expect(new Set(searches.map(({ path }) => path))).toEqual(new Set([expect.stringContaining(`q=${model}`)]));
    await page.clock.resume();
  });
  const only = (devices: Device[]) =>
    expect
      .poll(
        async () => (await shown.all()).length && (await shown.evaluateAll((rows) => rows.map((row) => row.ariaLabel))),
      )
      .toEqual(devices.map(({ barcodeNumber }) => barcodeNumber));
  // proves s2.devices.filter-school s2.devices.filter-all-clears
  await test.step('the school filter narrows the list and can be cleared', async () => {
    await filters(page).getByRole('combobox', { name: 'School' }).selectOption('SMS');
    await only([inProgress]);
    await filters(page).getByRole('combobox', { name: 'School' }).selectOption('ALL');
    await expect(shown).toHaveCount(4);
  });
  // proves s2.devices.filter-status s2.devices.status-filter-deprovisioned
  await test.step('the status filter of an Admin includes Deprovisioned', async () => {
    await filters(page).getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Deprovisioned' });
    await only([parts]);
    await filters(page).getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Completed' });
    await only([completed]);
    await filters(page).getByRole('combobox', { name: 'Status' }).selectOption('ALL');
    await expect(shown).toHaveCount(4);
  });
  // proves s2.devices.filter-priority s9.priorities
  await test.step('the priority filter narrows the list', async () => {
    const choice = filters(page).getByRole('combobox', { name: 'Priority' });
    await expect(choice.getByRole('option')).toHaveText(['All priorities', 'High', 'Medium', 'Low']);
    await choice.selectOption('High');
    await only([intake]);
    await choice.selectOption('ALL');
    await expect(shown).toHaveCount(4);
  });
  // proves s2.devices.priority-divider
  await test.step('dividers separate the priorities', async () => {
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('heading')).toHaveText([
      'High Priority',
      'Medium Priority',
      'Low Priority',
    ]);
  });
  // proves s4.status.label-intake s4.status.label-in-progress s4.status.label-completed s4.status.label-deprovisioned
  await test.step('each status has its label', async () => {
    for (const [device, words] of [
      [intake, 'Intake'],
      [inProgress, 'In Progress'],
      [completed, 'Completed'],
      [parts, 'Deprovisioned'],
    ] as const) {
      await expect(rowOf(page, device.barcodeNumber).getByText(words, { exact: true })).toBeVisible();
    }
  });
  // proves s2.devices.card-priority-hidden-for-parts
  await test.step('a deprovisioned device shows no priority', async () => {
    await expect(rowOf(page, completed.barcodeNumber).getByText('Low', { exact: true })).toBeVisible();
    await expect(rowOf(page, parts.barcodeNumber).getByText('Low', { exact: true })).toHaveCount(0);
  });
  // proves s2.devices.filtering-badge
  await test.step('a badge shows while a filtered list is fetched', async () => {
    const go = await holdRequests(page, /\/api\/devices\?.*priority=Low/u);
    await filters(page).getByRole('combobox', { name: 'Priority' }).selectOption('Low');
    await expect(filters(page).getByText('Filtering...')).toBeVisible();
    go();
    await expect(filters(page).getByText('Filtering...')).toHaveCount(0);
    await expect(shown).toHaveCount(2);
  });
  // proves s2.devices.filtering-badge
  await test.step('a badge shows while a list that is already shown is refetched', async () => {
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics Dashboard');
    const go = await holdRequests(page, /\/api\/devices\?.*priority=Low/u);
    await page.goBack();
    await expect(shown).toHaveCount(2);
    await expect(filters(page).getByText('Filtering...')).toBeVisible();
    go();
    await expect(filters(page).getByText('Filtering...')).toHaveCount(0);
  });
  // proves s2.devices.empty-title s2.devices.empty-hint
  await test.step('an empty result says so', async () => {
    await filters(page).getByRole('combobox', { name: 'School' }).selectOption('SMS');
    await expect(page.getByText('No devices found')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters or add a new device')).toBeVisible();
  });
});

test('a card shows the key facts of a device', async ({ memberPage: page, member }) => {
  const model = `M-${randomUUID()}`;
  const device = await newDevice(member.api, {
    ...{ model, school: 'SHS', priority: 'Low', studentName: 'Ada Park', initialIssue: 'Missing keys' },
    assignedTo: member.email,
  });
  await log(member.api, device.barcodeNumber, { issue: 'Liquid damage', priority: 'High' });
  await open(page, `/devices?q=${model}`);
  const row = rowOf(page, device.barcodeNumber);
  // proves s2.devices.card-asset-number s2.devices.card-school s2.devices.card-model s2.devices.card-student
  // proves s2.devices.card-status
  await test.step('the card shows the device, on a phone too', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of [device.barcodeNumber, 'SHS', model, 'Ada Park', 'Intake']) {
        await expect(row.getByText(text, { exact: true })).toBeVisible();
      }
    }
  });
  // proves s2.devices.card-highest-priority s2.devices.card-latest-issue
  await test.step('the card shows the highest priority and the latest issue', async () => {
    await expect(row.getByText('High', { exact: true })).toBeVisible();
    await expect(row.getByText('Low', { exact: true })).toHaveCount(0);
    await expect(row.getByText('Liquid damage')).toBeVisible();
  });
  // proves s2.devices.card-assignee-initials
  await test.step('the card shows the initials of the assignee', async () => {
    const person = row.getByRole('img', { name: member.user.name ?? '' });
    await expect(person).toHaveText(/^T\w?$/u);
  });
  // proves s2.devices.card-view-details
  await test.step('the card links to the device', async () => {
    await expect(row.getByRole('link', { name: /^View Details/u })).toHaveAttribute(
      'href',
      `/devices/${device.barcodeNumber}`,
    );
  });
  // proves s2.devices.card-updated
  await test.step('the card shows the time of the last change', async () => {
    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000 + 60_000);
    await page.reload();
    await expect(row.getByText('3 hours ago', { exact: true })).toBeVisible();
  });
});

test('a Member uses the quick actions of the list', async ({ memberPage: page, member }) => {
  const { model, intake, inProgress, completed } = await lineUpForMember(member.api);
  await open(page, `/devices?q=${model}`);
  // proves s2.devices.action-view-details s2.devices.action-start-work s2.devices.action-complete-repair
  // proves s4.start-work.list-only-intake s4.complete.list-only-in-progress
  await test.step('the actions offered depend on the status', async () => {
    await expect(await openMenu(page, intake)).toHaveText(['View Details', 'Reassign', 'Start Work']);
    await page.keyboard.press('Escape');
    await expect(await openMenu(page, inProgress)).toHaveText(['View Details', 'Reassign', 'Complete Repair']);
    await page.keyboard.press('Escape');
    await expect(await openMenu(page, completed)).toHaveText(['View Details', 'Reassign']);
    await page.keyboard.press('Escape');
  });
  // proves s8.failure.reassign
  await test.step('a failed reassignment shows the reason', async () => {
    await fail(page, '**/api/devices/*', 'PATCH', 'Not today');
    await reassign(page, intake, member.email);
    await expect(failure(page, 'Not today')).toBeVisible();
  });
  // proves s8.failure.update-device-fallback d.calls.toast-fallback
  await test.step('a failed reassignment without a reason shows the fallback', async () => {
    await stopMocking(page);
    await fail(page, '**/api/devices/*', 'PATCH');
    await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
    await expect(failure(page, 'Failed to update device')).toBeVisible();
    await stopMocking(page);
  });
  // proves s2.devices.action-reassign s4.reassign.changes-assignee s6.member.reassigns s7.devices.users-fill-lists
  // proves s8.toast.device-assigned
  await test.step('a reassignment changes the assignee', async () => {
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('combobox', { name: 'Technician' }).getByRole('option', { name: member.user.name ?? '' }),
    ).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await expect(success(page, 'Device assigned successfully')).toBeVisible();
    await expect(rowOf(page, intake.barcodeNumber).getByRole('img', { name: member.user.name ?? '' })).toBeVisible();
  });
  // proves s8.failure.start-work
  await test.step('a failed start of work shows the fallback', async () => {
    await fail(page, '**/api/devices/*', 'PATCH');
    await (await openMenu(page, intake)).filter({ hasText: 'Start Work' }).click();
    await expect(failure(page, 'Failed to start work')).toBeVisible();
    await stopMocking(page);
  });
  // proves s2.devices.complete-dialog-work-performed s2.devices.complete-dialog-placeholder
  // proves s2.devices.complete-dialog-submit-disabled
  await test.step('a completion requires the work performed', async () => {
    await (await openMenu(page, inProgress)).filter({ hasText: 'Complete Repair' }).click();
    const text = page.getByRole('dialog').getByLabel('Work Performed');
    await expect(text).toHaveAttribute('placeholder', 'Describe what was done to fix the device...');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Complete Repair' });
    await expect(submit).toBeDisabled();
    await text.fill('   ');
    await expect(submit).toBeDisabled();
    await text.fill('New keyboard');
    await expect(submit).toBeEnabled();
  });
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Complete Repair' });
  // proves s8.failure.no-active-repairs
  await test.step('a device without logs has no repair to complete', async () => {
    await page.route('**/api/devices/*/logs?*', (route) => route.fulfill({ json: [] }));
    await submit.click();
    await expect(failure(page, 'No active repairs to complete')).toBeVisible();
    await stopMocking(page);
  });
  // proves s8.failure.complete s8.failure.complete-fallback
  await test.step('a failed completion shows the reason or the fallback', async () => {
    await fail(page, '**/api/devices/*/logs', 'POST', 'Not today');
    await submit.click();
    await expect(failure(page, 'Not today')).toBeVisible();
    await stopMocking(page);
    await fail(page, '**/api/devices/*/logs', 'POST');
    await submit.click();
    await expect(failure(page, 'Failed to complete repair')).toBeVisible();
    await stopMocking(page);
  });
  // proves s7.devices.complete-payload d.life.first-uncompleted-log d.life.browser-sends-email
  // proves s8.toast.repair-completed-successfully s1.staff.mark-completed s6.member.completes-repairs
  await test.step('a completion adds a completed log under the first uncompleted issue', async () => {
    const calls = callsOf(page);
    await submit.click();
    await expect(success(page, 'Repair completed successfully')).toBeVisible();
    await expect(rowOf(page, inProgress.barcodeNumber)).toContainText('Completed');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      issue: 'First of this repair',
      actions: 'New keyboard',
      technician: member.email,
      completed: true,
      comments: null,
    });
  });
});

async function lineUpForMember(api: Api) {
  const model = `M-${randomUUID()}`;
  const intake = await newDevice(api, { model, priority: 'High' });
  const completed = await deviceIn('COMPLETED', api, { model, priority: 'Low' });
  const inProgress = await newDevice(api, { model, initialIssue: 'Before' });
  await complete(api, inProgress.barcodeNumber);
  const { barcodeNumber } = inProgress;
  expect((await api.post('/api/devices', { barcodeNumber, model, school: 'SHS' })).status).toBe(200);
  await log(api, inProgress.barcodeNumber, { issue: 'First of this repair' });
  await log(api, inProgress.barcodeNumber, { issue: 'Second of this repair' });
  await startWork(api, inProgress.barcodeNumber);
  return { model, intake, completed, inProgress };
}

async function reassign(page: Page, device: Device, email: string) {
  await (await openMenu(page, device)).filter({ hasText: 'Reassign' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Technician' }).selectOption(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
}

test('recent activity is shown beside the list', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  const issue = `Issue ${newAssetNumber()}`;
  const openIssue = `Issue ${newAssetNumber()}`;
  await log(member.api, barcodeNumber, { issue: openIssue });
  await complete(member.api, barcodeNumber, { issue, technician: member.email });
  await page.clock.install();
  await open(page, '/devices');
  const entryOf = (words: string) => activity(page).getByRole('listitem').filter({ hasText: words });
  const entry = entryOf(issue);
  // proves s2.devices.activity-item
  await test.step('an entry shows the device, the technician, the time and whether it is completed', async () => {
    await expect(entry).toContainText(barcodeNumber);
    await expect(entry.getByText('Completed', { exact: true })).toBeVisible();
    await expect(entryOf(openIssue)).toContainText(barcodeNumber);
    await expect(entryOf(openIssue).getByText('Completed', { exact: true })).toHaveCount(0);
    await expect(entry).toContainText(member.user.name ?? '');
    await expect(entry.getByRole('time').or(entry.locator('time'))).toContainText(/just now|ago/u);
  });
  // proves s2.devices.activity-scrolls
  await test.step('the panel scrolls beyond its maximum height', async () => {
    const entries = page.getByRole('region', { name: 'Recent Activity entries' });
    await entries
      .locator('li')
      .first()
      .evaluate((item) => Object.assign(item.style, { height: '900px' }));
    expect((await boxOf(entries)).height).toBeCloseTo(384, 0);
    expect(await entries.evaluate((element) => getComputedStyle(element).overflowY)).toBe('auto');
  });
  // proves s9.recent-activity-refresh s9.data.no-polling
  await test.step('recent activity is refetched every 30 s, and nothing else is', async () => {
    // Without notices, only time can trigger a call; the page that is open still gets them.
    await muteLiveUpdates(page);
    await page.goto('about:blank');
    let round = 0;
    await page.route('**/api/recent-activity', async (route) => {
      const items = (await (await route.fetch()).json()) as object[];
      round += 1;
      return route.fulfill({ json: items.map((item) => ({ ...item, issue: `Round ${round}` })) });
    });
    await page.goto('/devices');
    await expect(activity(page)).toContainText('Round 1');
    await page.clock.pauseAt(Date.now() + 5_000);
    const calls = callsOf(page);
    await page.clock.runFor(30_000);
    // The answer shows in the next frame, for which the clock has to move on.
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(activity(page)).toContainText('Round 2', { timeout: 200 });
    }).toPass();
    await page.clock.runFor(25_000);
    expect(round).toBe(2);
    await page.clock.runFor(5_000);
    await expect.poll(() => round).toBe(3);
    const paths = new Set(calls.map(({ path }) => path));
    // The page asks who is signed in because a silent connection counts as lost after a minute.
    for (const path of ['/api/sessions/current', '/api/auth/user', '/api/recent-activity']) paths.delete(path);
    expect([...paths]).toEqual([]);
    await page.clock.resume();
    await stopMocking(page);
  });
  // proves s2.devices.activity-empty
  await test.step('empty activity says so', async () => {
    await page.route('**/api/recent-activity', (route) => route.fulfill({ json: [] }));
    await page.reload();
    await expect(activity(page)).toContainText('No recent activity');
  });
  // proves s8.load.recent-activity
  await test.step('a failed fetch of the activity says so', async () => {
    await stopMocking(page);
    await fail(page, '**/api/recent-activity', 'GET');
    await page.reload();
    await expect(activity(page).getByRole('alert')).toContainText('Failed to fetch recent activity');
  });
});

test('the screen says what it cannot show', async ({ memberPage: page }) => {
  // proves s9.placeholders-device-list
  await test.step('five placeholders show while the list loads', async () => {
    const go = await holdRequests(page, '**/api/devices?*');
    await page.goto('/devices');
    await expect(page.getByTestId('device-skeleton')).toHaveCount(5);
    go();
    await expect(page.getByTestId('device-skeleton')).toHaveCount(0);
    await stopMocking(page);
  });
  // proves s2.devices.tile-singular s2.devices.tile-plural
  await test.step('a count is singular only for one', async () => {
    await page.route('**/api/stats', (route) =>
      route.fulfill({ json: { intake: 1, inProgress: 0, completed: 0, parts: 0 } }),
    );
    await page.reload();
    const tiles = page.getByRole('region', { name: 'Device counts' });
    await expect(tiles.getByRole('group', { name: 'Intake' })).toHaveText('Intake1 device');
    await expect(tiles.getByRole('group', { name: 'In Progress' })).toHaveText('In Progress0 devices');
    await stopMocking(page);
  });
  // proves s8.load.devices s9.data.no-retries
  await test.step('a failed fetch of the devices is not retried automatically', async () => {
    await fail(page, '**/api/devices?*', 'GET');
    // The greeting of the live connection would trigger another read of everything, also on the page that is open.
    await muteLiveUpdates(page);
    await page.goto('about:blank');
    await page.clock.install();
    const calls = callsOf(page);
    await page.goto('/devices');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch devices');
    await page.clock.runFor(60_000);
    // This call comes after any that the elapsed minute has triggered.
    await filters(page).getByRole('combobox', { name: 'Priority' }).selectOption('High');
    const lists = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/devices?'));
    await expect.poll(() => lists().at(-1)).toContain('priority=High');
    expect(lists()).toHaveLength(2);
    await stopMocking(page);
  });
  // proves s8.load.stats
  await test.step('a failed fetch of the counts says so', async () => {
    await fail(page, '**/api/stats', 'GET');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to fetch stats');
  });
});
