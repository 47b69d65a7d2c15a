import { expect } from '@playwright/test';
import { goTo, neverRespond, openDevice, press, respondWith503 } from './navigation';
import type { View } from './view';

const anyDevice = /\/api\/devices\/[^/?]+(\?|$)/u;
const anyHistory = /\/api\/devices\/[^/]+\/history(\?|$)/u;
const anyLogs = /\/api\/devices\/[^/]+\/logs(\?|$)/u;
const as = ['Member'] as const;

/** A device's detail screen in each state, and its dialogs. */
export const detailViews: readonly View[] = [
  { name: 'device-waiting', isState: true, as, open: (page, { waiting }) => openDevice(page, waiting) },
  { name: 'device-started', as: ['Member', 'Admin'], open: (page, { started }) => openDevice(page, started) },
  { name: 'device-done', isState: true, as, open: (page, { done }) => openDevice(page, done) },
  {
    name: 'device-deprovisioned',
    isState: true,
    as: ['Member', 'Admin'],
    open: (page, { parts }) => openDevice(page, parts),
  },
  { name: 'device-with-long-texts', as: ['Member', 'Admin'], open: (page, { long }) => openDevice(page, long) },
  {
    name: 'device-entry-without-issue',
    isState: true,
    as,
    async open(page, { started }) {
      await openDevice(page, started);
      await page.getByLabel(/Completed|Mark/u).check();
      await page.getByRole('button', { name: 'Add Entry' }).click();
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    name: 'device-entry-users-not-fetched',
    isState: true,
    as,
    async open(page, { started }) {
      await respondWith503(page, '**/api/users');
      await openDevice(page, started);
      await expect(page.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'device-loading',
    isState: true,
    as,
    loading: true,
    async open(page, { started }) {
      await neverRespond(page, anyDevice);
      await page.goto(`/devices/${started}`);
      await expect(page.getByText('Loading device…')).toBeAttached();
    },
  },
  {
    name: 'timeline-loading',
    isState: true,
    as,
    loading: true,
    async open(page, { started }) {
      await neverRespond(page, anyLogs);
      await openDevice(page, started);
    },
  },
  {
    name: 'timeline-not-fetched',
    as,
    async open(page, { started }) {
      await respondWith503(page, anyLogs);
      await openDevice(page, started);
      await expect(page.getByText('Failed to fetch logs')).toBeVisible();
    },
  },
  {
    name: 'device-not-fetched',
    isState: true,
    as,
    async open(page, { started }) {
      await respondWith503(page, anyDevice);
      await page.goto(`/devices/${started}`);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    },
  },
  {
    name: 'device-not-found',
    isState: true,
    as,
    open: (page) => goTo(page, '/devices/no-such-device', 'Device not found'),
  },
  {
    name: 'device-history',
    as,
    async open(page, { done }) {
      const dialog = await press(page, done, 'Full History');
      await expect(dialog.getByText('Repair completed')).toBeVisible();
    },
  },
  {
    name: 'device-history-at-a-moment',
    as,
    async open(page, { done }) {
      const dialog = await press(page, done, 'Full History');
      await dialog.getByRole('button', { name: 'The device as it was' }).nth(1).click();
      await expect(dialog.getByText('Asset Number')).toHaveCount(2);
    },
  },
  {
    name: 'device-history-with-long-texts',
    isState: true,
    as,
    async open(page, { long }) {
      const dialog = await press(page, long, 'Full History');
      await dialog.getByRole('button', { name: 'The device as it was' }).first().click();
    },
  },
  {
    name: 'device-history-loading',
    isState: true,
    as,
    loading: true,
    async open(page, { started }) {
      await neverRespond(page, anyHistory);
      await press(page, started, 'Full History');
    },
  },
  {
    name: 'device-history-not-fetched',
    isState: true,
    as,
    async open(page, { started }) {
      await respondWith503(page, anyHistory);
      const dialog = await press(page, started, 'Full History');
      await expect(dialog.getByText('Failed to fetch the history')).toBeVisible();
    },
  },
  {
    name: 'start-work',
    as,
    open: (page, { waiting }) => press(page, waiting, 'Start Work'),
  },
  {
    name: 'quick-complete',
    as,
    open: (page, { started }) => press(page, started, 'Quick Complete'),
  },
  {
    name: 'quick-complete-without-actions',
    isState: true,
    as,
    async open(page, { started }) {
      const dialog = await press(page, started, 'Quick Complete');
      await dialog.getByRole('button', { name: 'Complete Repair' }).click();
      await expect(page.getByText('Actions taken are required')).toBeVisible();
    },
  },
  {
    name: 'edit-device',
    as,
    open: (page, { waiting }) => press(page, waiting, 'Edit Device'),
  },
  {
    name: 'edit-device-users-not-fetched',
    isState: true,
    as,
    async open(page, { started }) {
      await respondWith503(page, '**/api/users');
      const dialog = await press(page, started, 'Edit Device');
      await expect(dialog.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'edit-device-with-long-texts',
    isState: true,
    as,
    open: (page, { long }) => press(page, long, 'Edit Device'),
  },
];
