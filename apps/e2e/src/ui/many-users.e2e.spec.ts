import type { UserAccount } from '@repairline/contracts/identity/views';
import { expect, test } from '../support/ui-journey';

test('an Admin finds somebody among dozens of people', async ({ adminPage: page, admin }) => {
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
  await test.step('by a part of the email, whatever the case', async () => {
    await search.fill('PERSON-0047');
    await expect(emails).toHaveText(['person-0047@school.example']);
  });
  await test.step('by name', async () => {
    await search.fill('person 2');
    await expect(emails).toHaveCount(11);
  });
  await test.step('nobody', async () => {
    await search.fill('nobody at all');
    await expect(users).toContainText('No users match the search');
  });
  await test.step('and everybody again', async () => {
    await users.getByRole('button', { name: 'Clear search' }).click();
    await expect(emails).toHaveCount(60);
  });
});
