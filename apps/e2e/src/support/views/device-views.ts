import { expect } from '@playwright/test';
import {
  answer,
  chooseQuickAction,
  find,
  neverRespond,
  openList,
  openQuickActions,
  respondWith503,
  untilLiveConnected,
} from './navigation';
import type { View } from './view';

const anyList = /\/api\/devices(\?|$)/u;
const as = ['Member'] as const;

/** Device Management, and what opens from its list. */
export const deviceViews: readonly View[] = [
  { name: 'devices', as: ['Member', 'Admin'], open: openList },
  {
    name: 'devices-scrolled',
    isState: true,
    as,
    async open(page) {
      await openList(page);
      await page.mouse.wheel(0, 700);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    },
  },
  {
    name: 'devices-filtered',
    isState: true,
    as,
    async open(page) {
      await page.goto('/devices?q=LONG-&status=INTAKE&priority=Low&school=SHS');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'devices-not-found',
    isState: true,
    as,
    async open(page) {
      await page.goto('/devices?q=no%20such%20device');
      await expect(page.getByText('No devices found')).toBeVisible();
    },
  },
  {
    name: 'devices-none',
    as,
    async open(page) {
      await answer(page, anyList, []);
      await answer(page, '**/api/recent-activity', []);
      await page.goto('/devices');
      await expect(page.getByText('No recent activity')).toBeVisible();
      await expect(page.getByText('No devices found')).toBeVisible();
    },
  },
  {
    name: 'devices-loading',
    as: ['Member', 'Admin'],
    loading: true,
    async open(page) {
      for (const path of [anyList, '**/api/stats', '**/api/recent-activity']) await neverRespond(page, path);
      await page.goto('/devices');
      await expect(page.getByTestId('device-skeleton')).toHaveCount(5);
    },
  },
  {
    name: 'devices-filtering',
    isState: true,
    as,
    async open(page) {
      await openList(page);
      await neverRespond(page, anyList);
      await page.getByLabel('Status', { exact: true }).selectOption('INTAKE');
      await expect(page.getByText('Filtering...')).toBeVisible();
    },
  },
  {
    name: 'devices-not-fetched',
    as,
    async open(page) {
      for (const path of [anyList, '**/api/stats', '**/api/recent-activity']) await respondWith503(page, path);
      await page.goto('/devices');
      await expect(page.getByText('Failed to fetch devices')).toBeVisible();
      await expect(page.getByText('Failed to fetch recent activity')).toBeVisible();
    },
  },
  {
    name: 'devices-changed-by-somebody-else',
    as,
    async open(page, { started, other }) {
      const live = untilLiveConnected(page);
      const row = await find(page, started);
      await live;
      await other.api.patch(`/api/devices/${started}`, { notes: `Seen at ${Date.now()}` });
      await expect(row).toContainText('Updated');
    },
  },
  { name: 'quick-actions', as, open: (page, { started }) => openQuickActions(page, started) },
  {
    name: 'complete-repair',
    as,
    open: (page, { started }) => chooseQuickAction(page, started, 'Complete Repair'),
  },
  {
    name: 'reassign',
    as,
    open: (page, { waiting }) => chooseQuickAction(page, waiting, 'Reassign'),
  },
  {
    name: 'reassign-users-not-fetched',
    isState: true,
    as,
    async open(page, { started }) {
      await respondWith503(page, '**/api/users');
      const dialog = await chooseQuickAction(page, started, 'Reassign');
      await expect(dialog.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'toast-success',
    as,
    async open(page, { waiting }) {
      const dialog = await chooseQuickAction(page, waiting, 'Reassign');
      await dialog.getByRole('button', { name: 'Reassign' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Device assigned successfully').first()).toBeVisible();
    },
  },
  {
    name: 'toast-error',
    as,
    async open(page, { waiting }) {
      const dialog = await chooseQuickAction(page, waiting, 'Reassign');
      await respondWith503(page, `**/api/devices/${waiting}`);
      await dialog.getByRole('button', { name: 'Reassign' }).click();
      await expect(page.getByText('The service is not there just now.').first()).toBeVisible();
    },
  },
];
