import { expect, type Page } from '@playwright/test';
import type { SystemStatus } from '@repairline/contracts/status';
import { answer, goTo, neverRespond, openDialog, respondWith503 } from './navigation';
import type { View } from './view';

const as = ['Admin'] as const;
const nothing = { averageTurnaroundTime: null, completionsPerDay: 0, commonIssues: [], technicianWorkload: [] };

const view = { version: 1, position: 88_000, behindSeconds: 0, deadLetters: 0 };
/** A status with every condition that a reader can be in. */
const inTrouble: SystemStatus = {
  at: '2026-01-05T08:00:00.000Z',
  bus: true,
  services: [
    { name: 'identity', answers: false, ready: false, standing: null },
    {
      ...{ name: 'repairs', answers: true, ready: false },
      standing: {
        head: 88_351,
        views: [
          { ...view, name: 'device-list', state: 'stopped', deadLetters: 1, behindSeconds: 4_000 },
          { ...view, name: 'repair-logs', state: 'building', behindSeconds: 4_000 },
          { ...view, name: 'device-stats', state: 'live', behindSeconds: 75 },
          { ...view, name: 'work-sessions', state: 'live', position: 88_351 },
        ],
        relay: { position: 88_351, published: 88_351, behindSeconds: 0, deadLetters: 0 },
        consumers: [{ name: 'technicians', of: 'identity', position: 12, stopped: null, deadLetters: 0 }],
        verification: { at: '2026-01-05T07:00:00.000Z', compared: 120_000, differences: 2 },
      },
    },
    { name: 'billing', answers: true, ready: false, standing: null },
  ],
};

/** The screens for Admins only. */
export const adminViews: readonly View[] = [
  {
    name: 'analytics',
    as,
    open: (page) => goTo(page, '/analytics', 'Technician Workload'),
  },
  {
    name: 'analytics-empty',
    isState: true,
    as,
    async open(page) {
      await answer(page, '**/api/analytics', nothing);
      await page.goto('/analytics');
      await expect(page.getByText('No analytics data available')).toBeVisible();
    },
  },
  {
    name: 'analytics-loading',
    isState: true,
    as,
    loading: true,
    async open(page) {
      await neverRespond(page, '**/api/analytics');
      await goTo(page, '/analytics', 'Analytics Dashboard');
    },
  },
  {
    name: 'analytics-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/analytics');
      await page.goto('/analytics');
      await expect(page.getByText('Failed to fetch analytics')).toBeVisible();
    },
  },
  { name: 'admin-panel', as, open: openAdminPanel },
  {
    name: 'user-management',
    as,
    async open(page) {
      await openAdminPanel(page);
      const heading = page.getByRole('heading', { name: 'User Management' });
      await heading.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    },
  },
  {
    name: 'edit-user-name',
    as,
    async open(page) {
      await openAdminPanel(page);
      const edit = page.getByRole('button', { name: /Edit name/u });
      await edit.first().click();
      await openDialog(page);
    },
  },
  {
    name: 'accounts-that-wait',
    as,
    async open(page) {
      await openWithAccounts(page);
      await page.getByText('K7M-2QX').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'remove-account',
    isState: true,
    as,
    async open(page) {
      await openWithAccounts(page);
      await moreActions(page, 'new@school.example', 'Remove account');
    },
  },
  {
    name: 'reset-password',
    isState: true,
    as,
    async open(page) {
      await openWithAccounts(page);
      await moreActions(page, 'Grace Hopper', 'Reset password');
    },
  },
  {
    name: 'one-time-password',
    as,
    async open(page) {
      const given = { password: 'k7mq-2xwd-hh4p-t9bc', until: '2126-01-05T08:00:00.000Z' };
      await answer(page, '**/api/admin/users/reset-password', given);
      await openWithAccounts(page);
      const dialog = await moreActions(page, 'Grace Hopper', 'Reset password');
      await dialog.getByRole('button', { name: 'Reset password' }).click();
      await expect(page.getByRole('alertdialog', { name: 'A password for Grace Hopper' })).toBeVisible();
    },
  },
  {
    name: 'scrap-without-number',
    as,
    async open(page) {
      await openAdminPanel(page);
      await page.getByRole('button', { name: 'Scrap', exact: true }).click();
      await expect(page.getByText('Please enter an asset number')).toBeVisible();
    },
  },
  {
    name: 'users-loading',
    isState: true,
    as,
    loading: true,
    async open(page) {
      await neverRespond(page, '**/api/admin/users');
      await goTo(page, '/admin', 'Admin Panel');
    },
  },
  {
    name: 'users-not-fetched',
    isState: true,
    as,
    async open(page) {
      for (const path of ['**/api/admin/users', '**/api/stats']) await respondWith503(page, path);
      await goTo(page, '/admin', 'Admin Panel');
      await expect(page.getByText('Failed to fetch users')).toBeVisible();
    },
  },
  {
    name: 'system-status',
    as,
    async open(page) {
      await goTo(page, '/admin/status', 'System Status');
      await expect(page.getByRole('table', { name: 'Log readers in repairs' })).toBeVisible();
    },
  },
  {
    name: 'system-status-in-trouble',
    isState: true,
    as,
    async open(page) {
      await answer(page, '**/api/admin/status', inTrouble);
      await goTo(page, '/admin/status', 'System Status');
      await expect(page.getByText('Not responding', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'system-status-loading',
    isState: true,
    as,
    loading: true,
    async open(page) {
      await neverRespond(page, '**/api/admin/status');
      await goTo(page, '/admin/status', 'System Status');
    },
  },
  {
    name: 'system-status-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/admin/status');
      await page.goto('/admin/status');
      await expect(page.getByText('Failed to fetch the status')).toBeVisible();
    },
  },
];

async function openAdminPanel(page: Page): Promise<void> {
  await goTo(page, '/admin', 'Admin Panel');
  await expect(page.getByText('(Current User)')).toBeVisible();
}

async function openWithAccounts(page: Page): Promise<void> {
  const at = '2026-01-05T08:00:00.000Z';
  const grace = { id: 'u1', email: 'grace@school.example', name: 'Grace Hopper', role: 'Member', approved: true };
  const more = { createdAt: at, updatedAt: at, lastLoginAt: at, deniedAt: null, approvalCode: null, removable: false };
  const waiting = { id: 'u2', email: 'new@school.example', name: '', approved: false, lastLoginAt: null };
  const code = { approvalCode: 'K7M-2QX', removable: true };
  await answer(page, '**/api/admin/users', [
    { ...grace, ...more },
    { ...grace, ...more, ...waiting, ...code },
    { ...grace, ...more, ...waiting, ...code, id: 'u3', email: 'denied@school.example', deniedAt: at },
  ]);
  await goTo(page, '/admin', 'Admin Panel');
  await expect(page.getByText('Grace Hopper')).toBeVisible();
}

async function moreActions(page: Page, person: string, action: string) {
  await page.getByRole('button', { name: `More actions for ${person}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return openDialog(page);
}
