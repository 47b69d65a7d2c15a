import { expect, type Locator, type Page } from '@playwright/test';

export async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** The list, filtered to this device alone. */
export async function find(page: Page, assetNumber: string): Promise<Locator> {
  await page.goto(`/devices?q=${encodeURIComponent(assetNumber)}`);
  const row = page.getByRole('article', { name: assetNumber });
  await expect(row).toBeVisible();
  return row;
}

export async function openDevice(page: Page, assetNumber: string): Promise<void> {
  await goTo(page, `/devices/${encodeURIComponent(assetNumber)}`, assetNumber);
}

export async function openQuickActions(page: Page, assetNumber: string): Promise<void> {
  const row = await find(page, assetNumber);
  await row.getByRole('button').click();
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function chooseQuickAction(page: Page, assetNumber: string, action: string): Promise<Locator> {
  await openQuickActions(page, assetNumber);
  await page.getByRole('menuitem', { name: action }).click();
  return openDialog(page);
}

/** To be called before the page opens; resolves once the page receives other people's changes. */
export async function untilLiveConnected(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (one) => one.url().endsWith('/ws'));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"hello"'));
}

/** Presses a button on the device's detail screen that opens a dialog. */
export async function press(page: Page, assetNumber: string, button: string): Promise<Locator> {
  await openDevice(page, assetNumber);
  await page.getByRole('button', { name: button }).click();
  return openDialog(page);
}

/** Waits for the dialog and its focus: a key pressed earlier would go to the previously focused element. */
export async function openDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  return dialog;
}

export async function openIntake(page: Page): Promise<Locator> {
  await openList(page);
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  return openDialog(page);
}

/** Answers calls of the path with this. */
export async function answer(page: Page, path: string | RegExp, json: unknown, status = 200): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json, headers: { 'x-total-count': '0' } }));
}

/** Never answers calls of the path. */
export async function neverRespond(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, () => undefined);
}

/** Fails calls of the path, with a message on the screen. */
export async function respondWith503(page: Page, path: string | RegExp): Promise<void> {
  await answer(page, path, { message: 'The service is not there just now. Try again in a minute.' }, 503);
}
