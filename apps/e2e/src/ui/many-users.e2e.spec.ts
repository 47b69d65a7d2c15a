import type { UserAccount } from '@repairline/contracts/identity/views';
import { createApprovedUser } from '../support/people';
import { expect, test } from '../support/ui-journey';

test('an Admin can search a table of sixty users', async ({ adminPage: page, admin }) => {
  const { body } = await admin.get<UserAccount[]>('/api/admin/users');
  const people = Array.from({ length: 60 }, (_, place) => {
    const email = `person-${String(place).padStart(4, '0')}@school.example`;
    return { ...body[0], id: `u-${place}`, email, name: `Person ${place}`, approved: true };
  });
  await page.route('**/api/admin/users', (route) => route.fulfill({ json: people }));
  await page.goto('/admin');
  const users = page.getByRole('region', { name: 'User Management' });
  const search = users.getByRole('textbox', { name: 'Search' });
  const emails = users.getByRole('cell').filter({ hasText: '@school.example' });
  await expect(emails).toHaveCount(60);
  await test.step('the search matches a part of the email, ignoring case', async () => {
    await search.fill('PERSON-0047');
    await expect(emails).toHaveText(['person-0047@school.example']);
  });
  await test.step('the search matches the name', async () => {
    await search.fill('person 2');
    await expect(emails).toHaveCount(11);
  });
  await test.step('a search without a match says so', async () => {
    await search.fill('nobody at all');
    await expect(users).toContainText('No users match the search');
  });
  await test.step('clearing the search shows all users', async () => {
    await users.getByRole('button', { name: 'Clear search' }).click();
    await expect(emails).toHaveCount(60);
  });
});

test('a new user does not move the row under the pointer', async ({ adminPage: page, admin, baseURL }) => {
  const { body } = await admin.get<UserAccount[]>('/api/admin/users');
  const emailOf = (name: string) => `${name}@school.example`;
  const person = (name: string) => ({ ...body[0], id: name, email: emailOf(name), name, approved: true });
  const people = ['beth', 'carl', 'dora'].map(person);
  await page.route('**/api/admin/users', (route) => route.fulfill({ json: people }));
  await page.goto('/admin');
  const emails = page.getByRole('region', { name: 'User Management' }).getByRole('cell', { name: '@school.example' });
  await expect(emails).toHaveText(['beth', 'carl', 'dora'].map(emailOf));

  await page.getByRole('button', { name: 'Edit name of carl' }).hover();
  people.unshift(person('abel'));
  await createApprovedUser(admin, baseURL ?? '');
  await expect(emails).toHaveText(['beth', 'carl', 'dora', 'abel'].map(emailOf));

  await page.getByRole('heading', { name: 'User Management' }).hover();
  await expect(emails).toHaveText(['abel', 'beth', 'carl', 'dora'].map(emailOf));
});
