import { expect } from '@playwright/test';
import { enterCredentials, newPerson } from '../people';
import { answer, goTo, neverRespond, openList, respondWith503 } from './navigation';
import type { View } from './view';

const as = ['signed out'] as const;

/** The screens before sign-in. */
export const signedOutViews: readonly View[] = [
  { name: 'sign-in', as, open: (page) => goTo(page, '/', 'Sign in to Repairline') },
  {
    name: 'sign-in-without-password',
    isState: true,
    as,
    async open(page) {
      await enterCredentials(page, { email: 'ada@school.example', password: '' });
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    name: 'sign-in-refused',
    as,
    async open(page) {
      await answer(page, '**/api/login', { message: 'Invalid email or password' }, 401);
      await enterCredentials(page, newPerson('refused'));
      await expect(page.getByText('Invalid email or password').first()).toBeVisible();
    },
  },
  {
    name: 'first-sign-in',
    as,
    async open(page) {
      await goTo(page, '/', 'Sign in to Repairline');
      await page.getByRole('button', { name: 'First time here?' }).click();
      await expect(page.getByLabel('Repeat password')).toBeVisible();
    },
  },
  {
    name: 'choose-own-password',
    as,
    async open(page) {
      await answer(page, '**/api/login', { message: 'Choose your own', type: 'password_change_required' }, 403);
      await enterCredentials(page, newPerson('reset'));
      await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    },
  },
  {
    name: 'pending-approval',
    as,
    async open(page) {
      await enterCredentials(page, newPerson('pending'));
      await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
    },
  },
  {
    name: 'signed-in-or-not',
    isState: true,
    as,
    loading: true,
    async open(page) {
      await neverRespond(page, '**/api/auth/user');
      await page.goto('/');
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'user-not-fetched',
    isState: true,
    as,
    async open(page) {
      await respondWith503(page, '**/api/auth/user');
      await page.goto('/');
      await expect(page.getByText('Failed to fetch user')).toBeVisible();
    },
  },
  {
    name: 'sign-in-ended',
    isState: true,
    as: ['Member'],
    async open(page) {
      await openList(page);
      await answer(page, '**/api/auth/user', { message: 'Sign in first' }, 401);
      await answer(page, /\/api\/devices/u, { message: 'Sign in first' }, 401);
      await page.getByLabel('Status', { exact: true }).selectOption('INTAKE');
      await expect(page.getByText('You have been signed out.')).toBeVisible();
    },
  },
];
