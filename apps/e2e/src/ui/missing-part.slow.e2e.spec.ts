import type { Page } from '@playwright/test';
import { newDevice, startWork } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, stopMocking, test } from '../support/ui-journey';
import { goTo, untilLiveConnected } from '../support/views/navigation';

test.use({ isCold: true });

const INTAKE_DIALOG = '**/assets/intake-dialog-*.js';
const LIVE_CONNECTION = '**/assets/live-connection-*.js';
const WORKBENCH = '**/assets/my-workbench-*.js';
const list = (page: Page) => page.getByRole('heading', { level: 1, name: 'Device Management' });
const workbench = (page: Page) => page.getByRole('heading', { level: 1, name: 'My Workbench' });
const alarm = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });
const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'This could not be loaded' });

/** A page whose live updates run: without their code, it would reload as soon as the network is back. */
async function openLiveList(page: Page) {
  const connected = untilLiveConnected(page);
  await goTo(page, '/devices', 'Device Management');
  await connected;
}

async function openIntake(page: Page) {
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
}

async function openWorkbench(page: Page) {
  await page.getByRole('link', { name: 'My Workbench' }).first().click();
}

async function openProfile(page: Page) {
  await page.getByRole('button', { name: /^User menu/u }).click();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
}

/**
 * Waits until the page has seen that it cannot reach the server: if the network were back before, the page would reload
 * by itself.
 */
async function pressOffline(page: Page, press: (page: Page) => Promise<void>) {
  await page.context().setOffline(true);
  const asked = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/');
  await press(page);
  await asked;
}

async function expectReload(page: Page, press: (page: Page) => Promise<void>) {
  const loaded = page.waitForEvent('load');
  await press(page);
  await loaded;
}

test('a screen chunk gone from the server reloads the page once, then shows an error in place of the screen', async ({
  memberPage: page,
}) => {
  await page.route(WORKBENCH, (route) => route.fulfill({ status: 404 }));
  await goTo(page, '/devices', 'Device Management');
  await expectReload(page, openWorkbench);
  await expect(alarm(page)).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(list(page)).toBeVisible();
  await expect(alarm(page)).toBeHidden();
});

test('a screen that could not be fetched offline opens on Retry once the network is back', async ({
  memberPage: page,
}) => {
  await openLiveList(page);
  await pressOffline(page, openWorkbench);
  await expect(alarm(page)).toBeVisible();
  await page.context().setOffline(false);
  await alarm(page).getByRole('button', { name: 'Retry' }).click();
  await expect(workbench(page)).toBeVisible();
});

test('a retry without a network shows a toast and leaves the page as it is', async ({ memberPage: page }) => {
  await goTo(page, '/devices', 'Device Management');
  await page.context().setOffline(true);
  await openWorkbench(page);
  await alarm(page).getByRole('button', { name: 'Retry' }).click();
  await expect(toast(page)).toBeVisible();
  await expect(alarm(page)).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(list(page)).toBeVisible();
});

test('a dialog chunk gone from the server reloads the page once, then shows a toast', async ({ memberPage: page }) => {
  await page.route(INTAKE_DIALOG, (route) => route.fulfill({ status: 404 }));
  await goTo(page, '/devices', 'Device Management');
  await expectReload(page, openIntake);
  await expect(list(page)).toBeVisible();
  await openIntake(page);
  await expect(toast(page)).toBeVisible();
  await expect(list(page)).toBeVisible();
});

test('a dialog that could not be fetched offline shows a toast, and opens once the network is back', async ({
  memberPage: page,
}) => {
  await openLiveList(page);
  await pressOffline(page, openIntake);
  await expect(toast(page)).toBeVisible();
  await expect(list(page)).toBeVisible();
  await page.context().setOffline(false);
  await test.step('the page is reloaded first, since the browser remembers the failure', async () => {
    await expectReload(page, openIntake);
    await openIntake(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('while a proxy answers for the server, a dialog that is missing shows a toast, and the page stays', async ({
  memberPage: page,
}) => {
  await goTo(page, '/devices', 'Device Management');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(INTAKE_DIALOG, (route) => route.fulfill({ status: 502 }));
  const answered = ['/', '/devices', '/api/health'];
  await page.route(
    ({ pathname }) => answered.includes(pathname),
    (route) => route.fulfill({ status: 502 }),
  );
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await openIntake(page);
  await asked;
  await expect(toast(page)).toBeVisible();
  await expect(list(page)).toBeVisible();
  await stopMocking(page);
  await test.step('the next attempt reloads the page, which is there again', async () => {
    await expectReload(page, openIntake);
    expect(loads).toBe(1);
    await openIntake(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('live updates begin once their code can be fetched', async ({ memberPage: page }) => {
  const reconnecting = page.getByText('Reconnecting…');
  await page.route(LIVE_CONNECTION, (route) => route.fulfill({ status: 502 }));
  await page.route('/', (route) => route.fulfill({ status: 502 }));
  await goTo(page, '/devices', 'Device Management');
  await expect(reconnecting).toBeVisible();
  const connected = untilLiveConnected(page);
  await stopMocking(page);
  await connected;
  await expect(reconnecting).toBeHidden();
});

test('typed text survives the reload for a missing chunk', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await startWork(member.api, barcodeNumber);
  const connected = untilLiveConnected(page);
  await openDevice(page, barcodeNumber);
  await connected;
  const issue = page.getByRole('textbox', { name: 'Issue', exact: true });
  const complete = () => page.getByRole('button', { name: 'Quick Complete' }).click();
  await issue.fill('Hinge is loose on the left');
  await pressOffline(page, complete);
  await expect(toast(page)).toBeVisible();
  await page.context().setOffline(false);
  await test.step('typed text survives the reload for a dialog', async () => {
    await expectReload(page, complete);
    await expect(issue).toHaveValue('Hinge is loose on the left');
  });
  await test.step('typed text survives the reload for a screen', async () => {
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Back to devices' }).click();
    await expect(list(page).or(alarm(page))).toBeVisible();
    // The alarm of the list stays until the profile's own takes its place.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/profile-settings-'));
    await openProfile(page);
    await failed;
    await expect(alarm(page)).toBeVisible();
    await page.context().setOffline(false);
    await alarm(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(issue).toHaveValue('Hinge is loose on the left');
  });
});
