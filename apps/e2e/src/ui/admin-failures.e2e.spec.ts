import type { Page } from '@playwright/test';
import type { UserAccount } from '@repairline/contracts/identity/views';
import type { Api } from '../support/api';
import { expect, fail, failure, test } from '../support/ui-journey';

/** Two people whom no other journey uses: one approved, one waiting. */
async function showTwoPeople(page: Page, admin: Api) {
  const { body } = await admin.get<UserAccount[]>('/api/admin/users');
  const people = [
    { ...body[0], id: 'u-in', email: 'let-in@school.example', name: 'Let In', role: 'Member', approved: true },
    { ...body[0], id: 'u-out', email: 'waiting@school.example', name: 'Waiting', role: 'Member', approved: false },
  ];
  await page.route('**/api/admin/users', (route) => route.fulfill({ json: people }));
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

test('a failed action on a user shows the reason', async ({ adminPage: page, admin }) => {
  await showTwoPeople(page, admin);
  await page.goto('/admin');
  const letIn = rowOf(page, 'let-in@school.example');
  const waiting = rowOf(page, 'waiting@school.example');
  // proves s4.approval.role-only-when-approved
  await test.step('only an approved user can be promoted', async () => {
    await expect(letIn.getByRole('button', { name: 'Promote to Admin' })).toBeVisible();
    await expect(waiting.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(waiting.getByRole('button', { name: /Promote|Demote/u })).toHaveCount(0);
  });
  // proves s8.failure.role
  await test.step('a failed promotion shows the reason', async () => {
    await fail(page, '**/api/admin/users/promote', 'POST', 'No role today');
    await letIn.getByRole('button', { name: 'Promote to Admin' }).click();
    await expect(failure(page, 'No role today')).toBeVisible();
  });
  // proves s8.failure.approval
  await test.step('a failed approval shows the reason', async () => {
    await fail(page, '**/api/admin/users/approve', 'POST', 'No approval today');
    await waiting.getByRole('button', { name: 'Approve' }).click();
    await expect(failure(page, 'No approval today')).toBeVisible();
  });
  // proves s8.failure.rename
  await test.step('a failed rename shows the reason and keeps the name', async () => {
    for (const method of ['POST', 'PATCH']) {
      await fail(page, /\/api\/admin\/users\/.+/u, method, 'No name today');
    }
    await letIn.getByRole('button', { name: /^Edit name/u }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Another');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(failure(page, 'No name today')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('Another');
  });
});

test('the user guide explains the priorities', async ({ memberPage: page }) => {
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Help' }).click();
  const priorities = page.getByRole('dialog').getByRole('region', { name: 'Priority Levels' });
  // proves s4.priority.high-meaning s4.priority.medium-meaning s4.priority.low-meaning
  await test.step('each priority has its meaning', async () => {
    await expect(priorities).toContainText(/High\W+critical issues affecting learning/u);
    await expect(priorities).toContainText(/Medium\W+standard repairs/u);
    await expect(priorities).toContainText(/Low\W+low impact/u);
  });
});
