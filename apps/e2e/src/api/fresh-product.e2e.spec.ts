import { type Analytics } from '@repairline/contracts/analytics/views';
import { type Role, type UserAccount } from '@repairline/contracts/identity/views';
import { type Api } from '../support/api';
import { accountOf, expect, newColleague, test as base } from '../support/api-journey';
import { complete, newDevice } from '../support/device-calls';
import { firstAdmin, startFreshProduct } from '../support/stack';

/** A product that no other test uses: nothing has been completed in it, and its Admins may be lost. */
const test = base.extend<object, { url: string }>({
  url: [
    async ({}, use) => {
      const { url, stop } = await startFreshProduct();
      await use(url);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// proves d.figures.turnaround-null
test('the average turnaround is null until a repair has been completed', async ({ admin }) => {
  const turnaround = async () => (await admin.get<Analytics>('/api/analytics')).body.averageTurnaroundTime;
  expect(await turnaround()).toBeNull();
  const { barcodeNumber } = await newDevice(admin);
  expect(await turnaround()).toBeNull();
  await complete(admin, barcodeNumber);
  expect(await turnaround()).toEqual(expect.any(Number));
});

// proves d.accounts.last-admin
test('when two Admins demote each other at once, one stays an Admin and the later call is refused', async ({
  url,
  admin,
}) => {
  const other = await newColleague(admin, url);
  const idOfFirst = (await accountOf(admin, firstAdmin.email))?.id;
  const change = (api: Api, userId: string | undefined, role: Role) =>
    api.post('/api/admin/users/promote', { userId, role });
  await change(admin, other.user.id, 'Admin');
  const refusals: number[] = [];
  while (refusals.length < 20 && !refusals.includes(409)) {
    const answers = await Promise.all([change(admin, other.user.id, 'Member'), change(other.api, idOfFirst, 'Member')]);
    const [lost, stayed] = answers[0].status === 200 ? [other, admin] : [undefined, other.api];
    expect(answers.map(({ status }) => status)).toContain(200);
    refusals.push(...answers.map(({ status }) => status).filter((status) => status !== 200));
    expect([403, 409], 'one of the two is refused').toContain(refusals.at(-1));
    const { body } = await stayed.get<UserAccount[]>('/api/admin/users');
    expect(body.filter(({ role, approved }) => role === 'Admin' && approved)).toHaveLength(1);
    await change(stayed, lost ? other.user.id : idOfFirst, 'Admin');
  }
  // The others are 403: one call was so quick that the other caller was no longer an Admin when theirs arrived.
  expect(refusals).toContain(409);
});
