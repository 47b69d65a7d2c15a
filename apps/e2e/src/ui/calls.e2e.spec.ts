import type { Page, WebSocketRoute } from '@playwright/test';
import { log, logsOf, newDevice, startWork } from '../support/device-calls';
import { openDevice, rowOf } from '../support/devices';
import {
  type Call,
  callsOf,
  expect,
  fail,
  failure,
  muteLiveUpdates,
  stopMocking,
  success,
  test,
} from '../support/ui-journey';

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

const saved = (page: Page) => success(page, 'Device updated successfully');
const changes = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH');
const tokens = (calls: Call[]) => calls.filter(({ path }) => path === '/api/csrf-token');

/** Edits the device on the screen; `notes` must differ each time. */
async function edit(page: Page, notes: string) {
  await page.getByRole('button', { name: 'Edit Device' }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill(notes);
  await page.getByRole('button', { name: 'Save Changes' }).click();
}

const leave = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

test('calls carry a content type, a CSRF token and the session cookie', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  const calls = callsOf(page);
  await openDevice(page, barcodeNumber);
  // proves s7.plumbing.json-content-type s7.plumbing.csrf-header
  await test.step('a change carries its content type and a CSRF token', async () => {
    await edit(page, 'one');
    await expect(saved(page)).toBeVisible();
    const [change] = changes(calls);
    expect(change?.headers['content-type']).toContain('application/json');
    expect(change?.headers['x-csrf-token']).toMatch(/\S+/u);
    await page.getByRole('textbox', { name: 'Issue', exact: true }).fill('Loose hinge');
    await page.getByRole('button', { name: 'Add Entry' }).click();
    await expect(success(page, 'Repair entry added successfully')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.headers['x-csrf-token']).toBe(
      change?.headers['x-csrf-token'],
    );
  });
  // proves s7.plumbing.csrf-token-cached
  await test.step('the CSRF token is fetched once', async () => {
    expect(tokens(calls)).toHaveLength(1);
  });
  // proves s7.plumbing.credentials
  await test.step('a read carries the session cookie', async () => {
    const sent = page.waitForRequest('**/api/devices?*');
    await page.getByRole('link', { name: 'Back to devices' }).click();
    expect((await (await sent).allHeaders()).cookie).toContain(member.api.cookie());
  });
});

test('a failed change is retried once', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  // proves s7.plumbing.one-more-attempt s7.plumbing.csrf-cache-cleared d.calls.idempotency-header
  await test.step('the only retry has a new CSRF token and the same idempotency key', async () => {
    const calls = callsOf(page);
    await fail(page, '**/api/devices/*', 'PATCH', 'Away');
    await edit(page, 'one');
    await expect(failure(page, 'Away')).toBeVisible();
    expect(changes(calls)).toHaveLength(2);
    expect(tokens(calls)).toHaveLength(2);
    const [first, second] = changes(calls).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/\S{16,}/u);
    expect(second).toBe(first);
    await stopMocking(page);
    await leave(page);
  });
  // proves s8.transport.csrf-403-discards-token
  await test.step('the retry replaces a refused CSRF token', async () => {
    const calls = callsOf(page);
    let given = 0;
    await page.route('**/api/csrf-token', async (route) => {
      given += 1;
      if (given === 1) return route.fulfill({ json: { csrfToken: 'of another day' } });
      return route.fallback();
    });
    await page.reload();
    const refused = page.waitForResponse((answer) => answer.status() === 403);
    await edit(page, 'two');
    expect(((await (await refused).json()) as { message: string }).message).toMatch(/csrf/iu);
    await expect(saved(page)).toBeVisible();
    const [first, second] = changes(calls).map(({ headers }) => headers['x-csrf-token']);
    expect(first).toBe('of another day');
    expect(second).not.toBe(first);
    expect(changes(calls)).toHaveLength(2);
    await stopMocking(page);
  });
  // proves s8.transport.no-token-proceeds s8.transport.no-token-logged
  await test.step('without a CSRF token the change is still sent, and the failure is logged', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const calls = callsOf(page);
    await fail(page, '**/api/csrf-token', 'GET');
    await page.reload();
    await edit(page, 'three');
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toBeVisible();
    expect(changes(calls).map(({ headers }) => 'x-csrf-token' in headers)).toEqual([false, false]);
    expect(said.some((text) => text.includes('Failed to fetch CSRF token'))).toBe(true);
  });
});

test('a list is refetched only when there is a reason', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  // Without notices, none can trigger a call.
  await muteLiveUpdates(page);
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
  const calls = callsOf(page);
  const asked = (path: string) => calls.filter((call) => call.path.startsWith(path)).length;
  // proves s7.devices.list-stale-time
  await test.step('the device list is fetched each time it is opened', async () => {
    await page.getByRole('link', { name: 'Repairline' }).first().click();
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Settings');
    const before = asked('/api/devices?');
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await expect.poll(() => asked('/api/devices?')).toBe(before + 1);
  });
  // proves s9.data.never-stale s9.data.no-focus-refetch
  await test.step('nothing else is refetched, and nothing when the window gets the focus', async () => {
    await page.waitForLoadState('networkidle');
    const others = () => asked('/api/stats') + asked('/api/district') + asked('/api/auth/user');
    expect(others()).toBe(0);
    const before = asked('/api/devices?');
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    // This call comes after any that the focus would have triggered.
    await page.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await expect.poll(() => asked('/api/devices?priority=High')).toBe(1);
    expect(asked('/api/devices?')).toBe(before + 1);
    expect(others()).toBe(0);
  });
  // proves s7.devices.mutation-refreshes-list s7.devices.mutation-refreshes-activity
  // proves s7.devices.mutation-refreshes-stats
  await test.step('a change refetches the list, recent activity and the counts', async () => {
    await page.getByPlaceholder(/Search/u).fill(barcodeNumber);
    await page.getByRole('combobox', { name: 'Priority' }).selectOption('ALL');
    await expect(page.getByRole('article')).toHaveCount(1);
    const before = ['/api/devices?', '/api/recent-activity', '/api/stats'].map(asked);
    await page.getByRole('button', { name: `Quick actions for ${barcodeNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Start Work' }).click();
    await expect(rowOf(page, barcodeNumber)).toContainText('In Progress');
    for (const [index, path] of ['/api/devices?', '/api/recent-activity', '/api/stats'].entries()) {
      await expect.poll(() => asked(path)).toBeGreaterThan(before[index] ?? 0);
    }
  });
});

test('live messages refetch the data that changed', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  let socket: WebSocketRoute | undefined;
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.routeWebSocket('**/ws', (opened) => {
    socket = opened;
  });
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => socket !== undefined).toBe(true);
  const calls = callsOf(page);
  const asked = (path: string) => calls.filter((call) => call.path.startsWith(path)).length;
  const lists = ['/api/devices?', '/api/stats', '/api/recent-activity'];
  const changes = ['device_updated', 'repair_log_created', 'billing_notes_updated'] as const;
  for (const [at, type] of changes.entries()) {
    await test.step(`${type} refetches the lists of the dashboard`, async () => {
      const before = lists.map(asked);
      socket?.send(JSON.stringify({ type, context: 'repairs', at: at + 1, barcodeNumber }));
      for (const [index, path] of lists.entries()) {
        await expect.poll(() => asked(path)).toBe((before[index] ?? 0) + 1);
      }
    });
  }
  // proves d.calls.ws-unknown-types-ignored s7.live.unparsable-logged
  await test.step('unknown and malformed messages refetch nothing', async () => {
    const before = calls.filter(({ path }) => path !== '/api/sessions/current').length;
    socket?.send(JSON.stringify({ type: 'moon_risen', context: 'repairs', at: 9, barcodeNumber }));
    socket?.send('{ no json');
    await expect.poll(() => said.some((text) => text.includes('A live message could not be read'))).toBe(true);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(calls.filter(({ path }) => path !== '/api/sessions/current')).toHaveLength(before);
  });
  // proves s7.live.device-updated s7.live.repair-log-created s7.live.billing-notes-updated
  await test.step('each message refetches the completed repairs', async () => {
    // Goes there by a link, so that the connection stays; the two other figures do not matter here.
    await page.goto('/completed-repairs');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Completed Repairs');
    await expect.poll(() => asked('/api/billing/')).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    for (const [at, type] of changes.entries()) {
      const before = asked('/api/billing/');
      socket?.send(JSON.stringify({ type, context: 'repairs', at: at + 10, barcodeNumber }));
      await expect.poll(() => asked('/api/billing/')).toBeGreaterThan(before);
    }
  });
});

// proves s1.dashboard.live-updates
test('the dashboard shows a change made by somebody else without a reload', async ({
  memberPage: page,
  member,
  admin,
}) => {
  const { barcodeNumber } = await newDevice(member.api);
  await page.goto(`/devices?q=${barcodeNumber}`);
  await expect(rowOf(page, barcodeNumber)).toContainText('Intake');
  await page.evaluate(() => Object.assign(window, { before: true }));
  await startWork(admin, barcodeNumber);
  await expect(rowOf(page, barcodeNumber)).toContainText('In Progress');
  expect(await page.evaluate(() => 'before' in window)).toBe(true);
});

test('the dashboard of a Member lacks what is for Admins', async ({ memberPage: page, admin }) => {
  await newDevice(admin);
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
  // proves s6.tiles.completed-hidden s6.tiles.deprovisioned-hidden
  await test.step('the counts lack Completed and Deprovisioned', async () => {
    const tiles = page.getByRole('region', { name: 'Device counts' }).getByRole('group');
    await expect(tiles).toHaveCount(2);
    await expect(tiles.filter({ hasText: /^(Completed|Deprovisioned)/u })).toHaveCount(0);
  });
  // proves s6.filter.deprovisioned-hidden
  await test.step('the status filter lacks Deprovisioned', async () => {
    await expect(page.getByRole('combobox', { name: 'Status' }).getByRole('option')).toHaveText([
      'All statuses',
      'Intake',
      'In Progress',
      'Completed',
    ]);
  });
});

test('an entry whose answer was lost is created once, even if it is sent again', async ({
  memberPage: page,
  member,
}) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  await page.route('**/logs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  const issue = page.getByRole('textbox', { name: 'Issue', exact: true });
  const send = () => page.getByRole('button', { name: 'Add Entry' }).click();
  await issue.fill('Loose hinge');
  await send();
  await expect(failure(page, UNREACHABLE)).toBeVisible();
  await stopMocking(page, '**/logs');
  await send();
  await expect(success(page, 'Repair entry added successfully')).toBeVisible();
  expect(await logsOf(member.api, barcodeNumber)).toHaveLength(1);
  await test.step('the same text sent after a success is another entry', async () => {
    await issue.fill('Loose hinge');
    await send();
    await expect.poll(() => logsOf(member.api, barcodeNumber)).toHaveLength(2);
  });
});

test('a fetch that failed during a short outage is repeated once the service is back', async ({
  memberPage: page,
  member,
}) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  const timeline = page.getByRole('region', { name: 'Repair Timeline' });
  await expect(timeline).toContainText('No repair logs yet');
  const isAway = page.waitForResponse((answer) => answer.status() === 500);
  await fail(page, `**/api/devices/${barcodeNumber}/logs?*`, 'GET', 'Away');
  await log(member.api, barcodeNumber, { issue: 'Loose hinge' });
  await isAway;
  await stopMocking(page);
  await expect(timeline).toContainText('Loose hinge');
});
