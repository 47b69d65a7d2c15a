import { expect, type Page } from '@playwright/test';
import type { Bench } from './bench';
import { answer, goTo, neverRespond, respondWith503 } from './navigation';
import type { View } from './view';

const billing = /\/api\/billing\/completed/u;
const assignments = /\/api\/devices\?/u;
const completions = /\/api\/repair-logs/u;
const as = ['Member'] as const;

/** My Workbench and Completed Repairs. */
export const workViews: readonly View[] = [
  {
    name: 'workbench',
    as,
    async open(page, { started }) {
      await page.goto('/technician');
      await expect(page.getByRole('row').filter({ hasText: started })).toBeVisible();
    },
  },
  {
    name: 'workbench-empty',
    isState: true,
    as,
    async open(page) {
      await answer(page, assignments, []);
      await goTo(page, '/technician', 'My Current Assignments');
      await expect(page.getByText('No devices assigned to you')).toBeVisible();
    },
  },
  {
    name: 'workbench-loading',
    isState: true,
    as,
    loading: true,
    async open(page) {
      for (const path of [assignments, completions]) await neverRespond(page, path);
      await goTo(page, '/technician', 'My Current Assignments');
    },
  },
  {
    name: 'workbench-not-fetched',
    isState: true,
    as,
    async open(page) {
      for (const path of [assignments, completions]) await respondWith503(page, path);
      await goTo(page, '/technician', 'My Current Assignments');
      await expect(page.getByText('Failed to fetch devices')).toBeVisible();
    },
  },
  { name: 'completed-repairs', as: ['Member', 'Admin'], open: openBilling },
  {
    name: 'completed-repairs-searched',
    isState: true,
    as: ['Member', 'Admin'],
    async open(page, { done }) {
      await page.goto(`/completed-repairs?q=${done}`);
      await expect(page.getByRole('row').filter({ hasText: done })).toBeVisible();
    },
  },
  {
    name: 'completed-repairs-with-long-texts',
    isState: true,
    as: ['Admin'],
    async open(page, { long }) {
      await page.goto(`/completed-repairs?q=${long}`);
      await expect(page.getByRole('row').filter({ hasText: long }).first()).toBeVisible();
    },
  },
  {
    name: 'daily-by-technician',
    as: ['Admin'],
    async open(page, bench) {
      await openBilling(page, bench);
      await page.getByRole('button', { name: 'Daily by Technician' }).click();
    },
  },
  {
    name: 'billing-notes',
    as: ['Admin'],
    async open(page, { done }) {
      await page.goto(`/completed-repairs?q=${done}`);
      await page.getByRole('button', { name: 'Click to add notes' }).first().click();
      await expect(page.getByRole('textbox', { name: /Billing Notes/u })).toBeVisible();
    },
  },
  {
    name: 'completed-repairs-empty',
    isState: true,
    as: ['Admin'],
    async open(page) {
      await answer(page, billing, []);
      await goTo(page, '/completed-repairs', 'Completed Repairs');
      await expect(page.getByText('All repairs have been sent')).toBeVisible();
    },
  },
  {
    name: 'completed-repairs-loading',
    isState: true,
    as: ['Admin'],
    loading: true,
    async open(page) {
      await neverRespond(page, billing);
      await goTo(page, '/completed-repairs', 'Completed Repairs');
    },
  },
  {
    name: 'completed-repairs-not-fetched',
    isState: true,
    as: ['Admin'],
    async open(page) {
      await respondWith503(page, billing);
      await goTo(page, '/completed-repairs', 'Completed Repairs');
      await expect(page.getByText('Failed to fetch completed repairs')).toBeVisible();
    },
  },
];

async function openBilling(page: Page, { done }: Bench): Promise<void> {
  await page.goto('/completed-repairs');
  await expect(page.getByRole('row').filter({ hasText: done }).first()).toBeVisible();
}
