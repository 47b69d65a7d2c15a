import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** A unique asset number. */
export function newAssetNumber(): string {
  return `CB-${randomUUID().slice(0, 8).toUpperCase()}`;
}

/** Types a device into the Add to Intake dialog, as people do at the counter. */
export async function takeIn(
  page: Page,
  assetNumber: string,
  { issue = 'Screen cracked/broken', student = 'Ada Park' } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add to Intake' });
  await dialog.getByLabel('Asset Number').fill(assetNumber);
  await dialog.getByLabel('School').selectOption('SHS');
  await dialog.getByLabel('Model').fill('Lenovo 300e');
  await dialog.getByLabel('Priority').selectOption('High');
  await dialog.getByLabel('Student Name').fill(student);
  await dialog.getByRole('button', { name: issue }).click();
  await dialog.getByRole('button', { name: 'Add to Intake' }).click();
  await expect(dialog).toBeHidden();
}

/** The device's row in the list. */
export function rowOf(page: Page, assetNumber: string): Locator {
  return page.getByRole('article', { name: assetNumber });
}

export async function openDevice(page: Page, assetNumber: string): Promise<void> {
  await page.goto(`/devices/${encodeURIComponent(assetNumber)}`);
  await expect(page.getByRole('heading', { name: assetNumber })).toBeVisible();
}

/** Opens the Start Work dialog and confirms it unchanged. */
export async function startWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Work' }).click();
  await page.getByRole('dialog', { name: 'Start Work' }).getByRole('button', { name: 'Start Work' }).click();
}

/** The toast with exactly this text, without its copy for screen readers. */
export function toast(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).first();
}

/**
 * Keeps the next toast from being mistaken for the one that is showing, which may also disappear by itself in the
 * meantime.
 */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
  await dismiss.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect(dismiss).toHaveCount(0);
}
