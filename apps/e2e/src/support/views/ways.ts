import { expect, type Locator, type Page } from '@playwright/test';

export async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** The list with this device alone. */
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

/** Begun before the page is opened, and over once the page hears what others change. */
export async function hearing(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (one) => one.url().endsWith('/ws'));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"hello"'));
}

/** Presses a button of the device's detail that opens a dialog. */
export async function press(page: Page, assetNumber: string, button: string): Promise<Locator> {
  await openDevice(page, assetNumber);
  await page.getByRole('button', { name: button }).click();
  return openDialog(page);
}

/** There, and with the focus: what is pressed before goes to what had it. */
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

/** The product answers calls of the path with this. */
export async function answer(page: Page, path: string | RegExp, json: unknown, status = 200): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json, headers: { 'x-total-count': '0' } }));
}

/** Calls of the path are never answered. */
export async function keepWaiting(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, () => undefined);
}

/** Calls of the path fail, with a text for whoever looks. */
export async function breakDown(page: Page, path: string | RegExp): Promise<void> {
  await answer(page, path, { message: 'The service is not there just now. Try again in a minute.' }, 503);
}
