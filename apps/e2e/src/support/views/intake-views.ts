import { expect, type Locator, type Page } from '@playwright/test';
import { neverRespond, openDialog, openIntake, openList, respondWith503 } from './navigation';
import type { View } from './view';

const as = ['Member'] as const;

/** Taking in devices: one, many, or quickly. */
export const intakeViews: readonly View[] = [
  {
    name: 'add-to-intake',
    as,
    open: (page) => openIntake(page),
  },
  {
    name: 'add-to-intake-filled',
    isState: true,
    as,
    async open(page) {
      const dialog = await openIntake(page);
      await dialog.getByLabel('Asset Number').fill('CB-204518');
      await dialog.getByLabel('School').selectOption('SHS');
      await dialog.getByRole('button', { name: 'Missing keys' }).click();
      await dialog.getByRole('button', { name: 'Battery problems' }).click();
    },
  },
  {
    name: 'add-to-intake-with-errors',
    as,
    async open(page) {
      const dialog = await openIntake(page);
      await dialog.getByRole('button', { name: 'Add to Intake' }).click();
      await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'add-to-intake-users-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/users');
      const dialog = await openIntake(page);
      await expect(dialog.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'already-in-system',
    as,
    async open(page, { started }) {
      const dialog = await openIntake(page);
      await dialog.getByLabel('Asset Number').fill(started);
      await dialog.getByLabel('School').selectOption('SHS');
      await dialog.getByRole('button', { name: 'Add to Intake' }).click();
      await expect(page.getByText('Device Already in System')).toBeVisible();
    },
  },
  {
    name: 'bulk-import',
    as,
    async open(page) {
      await openBulk(page);
    },
  },
  {
    name: 'bulk-import-users-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/users');
      const dialog = await openBulk(page);
      await expect(dialog.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'bulk-preview',
    isState: true,
    as,
    open: async (page, { waiting }) => {
      await parse(page, [waiting, ...'123456']);
      await expect(page.getByText('and 2 more')).toBeVisible();
    },
  },
  {
    name: 'bulk-progress',
    isState: true,
    as,
    async open(page, { waiting }) {
      const dialog = await parse(page, [waiting]);
      await neverRespond(page, '**/api/devices/bulk');
      await dialog.getByRole('button', { name: 'Add 1 to Intake' }).click();
      await expect(dialog.getByRole('progressbar')).toBeVisible();
    },
    loading: true,
  },
  {
    name: 'bulk-result',
    as,
    async open(page, { waiting, started }) {
      const dialog = await parse(page, [waiting, started]);
      await dialog.getByRole('button', { name: 'Add 2 to Intake' }).click();
      await expect(dialog.getByRole('region', { name: 'Result' })).toBeVisible();
    },
  },
  {
    name: 'quick-intake',
    as,
    async open(page) {
      await openQuickIntake(page);
    },
  },
  {
    name: 'quick-intake-with-errors',
    isState: true,
    as,
    async open(page) {
      const dialog = await openQuickIntake(page);
      await dialog.getByRole('button', { name: 'Create Intake' }).click();
      await expect(dialog.getByText('Asset Number is required')).toBeVisible();
    },
  },
];

async function openQuickIntake(page: Page): Promise<Locator> {
  await openList(page);
  await page.keyboard.press('/');
  return openDialog(page);
}

async function openBulk(page: Page): Promise<Locator> {
  const dialog = await openIntake(page);
  await dialog.getByRole('tab', { name: 'Bulk Import' }).click();
  await expect(dialog.getByRole('button', { name: 'Parse Assets' })).toBeVisible();
  return dialog;
}

async function parse(page: Page, assets: readonly string[]): Promise<Locator> {
  const dialog = await openBulk(page);
  await dialog.getByLabel('School').selectOption('SHS');
  await dialog.getByLabel('Asset Numbers').fill(assets.join('\n'));
  await dialog.getByRole('button', { name: 'Parse Assets' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible();
  return dialog;
}
