import { expect, type Page } from '@playwright/test';
import { answer, goTo, neverRespond, openDialog, respondWith503 } from './navigation';
import type { View } from './view';

const as = ['Member'] as const;
const tokensPath = '**/api/profile/tokens';

const created = '2026-01-05T08:00:00.000Z';
const held = [
  { id: 't1', name: 'Nightly report', createdAt: created, lastUsedAt: created, expiresAt: '2126-01-05T08:00:00.000Z' },
  {
    ...{ id: 't2', name: 'Label printer of the high school, beside the loading dock', createdAt: created },
    ...{ lastUsedAt: null, expiresAt: '2026-02-05T08:00:00.000Z' },
  },
];
const signIns = [
  { id: 's1', browser: 'Chrome on ChromeOS', createdAt: created, lastSeenAt: created, current: true },
  { id: 's2', browser: 'Safari on iPhone', createdAt: created, lastSeenAt: created, current: false },
  { id: 's3', browser: '', createdAt: created, lastSeenAt: created, current: false },
];

/** A person's profile and their API tokens. */
export const profileViews: readonly View[] = [
  { name: 'profile', as, open: (page) => goTo(page, '/profile', 'Profile Settings') },
  {
    name: 'profile-without-name',
    isState: true,
    as,
    async open(page) {
      await goTo(page, '/profile', 'Profile Settings');
      await page.getByLabel('Display Name').fill(' ');
      await expect(page.getByText('Name cannot be empty')).toBeVisible();
    },
  },
  {
    name: 'profile-not-saved',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/profile');
      await goTo(page, '/profile', 'Profile Settings');
      await page.getByLabel('Display Name').fill('Ada Park');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('The service is not there just now.').first()).toBeVisible();
    },
  },
  {
    name: 'sign-ins',
    as,
    async open(page) {
      await answer(page, '**/api/profile/sign-ins', signIns);
      await goTo(page, '/profile', 'Profile Settings');
      await page.getByRole('button', { name: 'Sign out everywhere else' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'sign-ins-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/profile/sign-ins');
      await goTo(page, '/profile', 'Profile Settings');
      await expect(page.getByText('Failed to fetch sign-ins')).toBeVisible();
    },
  },
  {
    name: 'api-tokens',
    as,
    open: (page) => openWithTokens(page),
  },
  {
    name: 'api-tokens-loading',
    isState: true,
    as,
    loading: true,
    async open(page) {
      await neverRespond(page, tokensPath);
      await goTo(page, '/profile', 'Profile Settings');
    },
  },
  {
    name: 'api-tokens-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, tokensPath);
      await goTo(page, '/profile', 'Profile Settings');
      await expect(page.getByText('Failed to fetch tokens')).toBeVisible();
    },
  },
  { name: 'new-api-token', as, open: (page) => openNewToken(page) },
  {
    name: 'api-token-ready',
    as,
    async open(page) {
      const dialog = await openNewToken(page);
      const made = { ...held[0], token: `repairline_${'aB3-'.repeat(10)}xyz` };
      await page.route(tokensPath, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 201, json: made }) : route.fallback(),
      );
      await dialog.getByLabel('Name').fill('Nightly report');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await expect(page.getByRole('alertdialog', { name: '“Nightly report” is ready' })).toBeVisible();
    },
  },
  {
    name: 'revoke-api-token',
    as,
    async open(page) {
      await openWithTokens(page);
      await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
      await openDialog(page);
    },
  },
];

async function openWithTokens(page: Page): Promise<void> {
  await answer(page, tokensPath, held);
  await goTo(page, '/profile', 'Profile Settings');
  await expect(page.getByText('Nightly report')).toBeVisible();
}

async function openNewToken(page: Page) {
  await goTo(page, '/profile', 'Profile Settings');
  await page.getByRole('button', { name: 'New token' }).click();
  return openDialog(page);
}
