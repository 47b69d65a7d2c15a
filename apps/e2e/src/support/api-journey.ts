import { type SignedInUser, type UserAccount } from '@repairline/contracts/identity/views';
import { type Api, openApi } from './api';
import { expect, stackUrl, test as base } from './journey';
import { createApprovedUser, newPerson, type Person } from './people';

export { expect } from '@playwright/test';

/** A signed-in person with a unique name. */
export interface Colleague extends Person {
  api: Api;
  user: SignedInUser;
}

interface WorkerFixtures {
  url: string;
  admin: Api;
  /** An Admin of this worker alone: the first Admin, whom all workers share, is sent one file at a time. */
  ownAdmin: Colleague;
  member: Colleague;
}

/**
 * The `test` of journeys without a browser. All tests of a worker share its people, because creating accounts is slow.
 */
export const test = base.extend<object, WorkerFixtures>({
  url: [async ({}, use) => use(stackUrl()), { scope: 'worker' }],
  admin: [
    async ({ url }, use) => {
      const api = await openApi(url);
      await api.signInAsFirstAdmin();
      await use(api);
      await api.close();
    },
    { scope: 'worker' },
  ],
  ownAdmin: [
    async ({ url, admin }, use) => {
      const colleague = await newColleague(admin, url);
      const change = { userId: colleague.user.id, role: 'Admin' };
      expect((await admin.post('/api/admin/users/promote', change)).status).toBe(200);
      await use(colleague);
      await colleague.api.close();
    },
    { scope: 'worker' },
  ],
  member: [
    async ({ url, admin }, use) => {
      const member = await newColleague(admin, url);
      await use(member);
      await member.api.close();
    },
    { scope: 'worker' },
  ],
});

/** Creates an account, approves it, signs it in and gives it a name. */
export async function newColleague(admin: Api, url: string, person = newPerson()): Promise<Colleague> {
  await createApprovedUser(admin, url, person);
  const api = await openApi(url);
  expect((await api.signIn(person.email, person.password)).status).toBe(200);
  const name = `Tech ${person.email.slice(0, 13)}`;
  const { body } = await api.patch<{ user: SignedInUser }>('/api/profile', { name });
  return { ...person, api, user: body.user };
}

/** The account's row in the user table. */
export async function accountOf(admin: Api, email: string): Promise<UserAccount | undefined> {
  const { body } = await admin.get<UserAccount[]>('/api/admin/users');
  return body.find((user) => user.email === email);
}
