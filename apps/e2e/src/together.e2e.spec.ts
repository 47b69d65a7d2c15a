import { newAssetNumber, openDevice, rowOf, takeIn } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs, theFirstAdmin } from './support/people';

test('when two technicians start the same device at once, one wins and the other is told', async ({
  elsewhere,
  asAdmin,
  baseURL,
}) => {
  const assetNumber = newAssetNumber();
  const pages = [];
  for (const person of [
    await createApprovedUser(asAdmin, baseURL ?? ''),
    await createApprovedUser(asAdmin, baseURL ?? ''),
  ]) {
    const page = await elsewhere();
    await signInAs(page, person);
    if (pages.length === 0) await takeIn(page, assetNumber);
    await openDevice(page, assetNumber);
    await page.getByRole('button', { name: 'Start Work' }).click();
    pages.push(page);
  }
  await Promise.all(
    pages.map((page) =>
      page.getByRole('dialog', { name: 'Start Work' }).getByRole('button', { name: 'Start Work' }).click(),
    ),
  );

  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const won = page.getByText('Device status updated to In Progress').first();
      const lost = page.getByText(/is already working on/u).first();
      await expect(won.or(lost)).toBeVisible();
      return (await won.isVisible()) ? 'won' : 'lost';
    }),
  );
  expect(outcomes.sort()).toEqual(['lost', 'won']);
  const { body: logs } = await asAdmin.get<unknown[]>(`/api/devices/${assetNumber}/logs`);
  expect(logs, 'one entry from intake, one from the start of work').toHaveLength(2);
});

test('a dashboard without a network shows Reconnecting, and catches up after it returns', async ({
  elsewhere,
  asAdmin,
  baseURL,
}) => {
  const [bench, office] = [await elsewhere(), await elsewhere()];
  await signInAs(bench, await createApprovedUser(asAdmin, baseURL ?? ''));
  await signInAs(office, await createApprovedUser(asAdmin, baseURL ?? ''));
  const assetNumber = newAssetNumber();
  await office.getByPlaceholder(/Search/).fill(assetNumber);
  await expect(office.getByText('No devices found')).toBeVisible();

  await office.context().setOffline(true);
  await expect(office.getByText('Reconnecting…')).toBeVisible();
  await takeIn(bench, assetNumber);
  await expect(rowOf(office, assetNumber)).toBeHidden();

  await office.context().setOffline(false);
  await expect(rowOf(office, assetNumber)).toBeVisible();
  await expect(office.getByText('Reconnecting…')).toBeHidden();
});

test('changes by others show in the list without a refetch', async ({ page, asAdmin }) => {
  const assetNumber = newAssetNumber();
  const device = { barcodeNumber: assetNumber, school: 'SHS', priority: 'High' };
  expect((await asAdmin.post('/api/devices', device)).status).toBe(201);
  const greeted = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await signInAs(page, theFirstAdmin);
  await expect(rowOf(page, assetNumber)).toBeVisible();
  await greeted;
  await page.waitForLoadState('networkidle');
  await page.route(/\/api\/devices\?/u, (route) => route.abort());
  // When more than twenty devices change at once, as parallel journeys may cause, a notice does not carry the devices.
  let entries = 0;
  await expect(async () => {
    const issue = `Hinge ${(entries += 1)} of ${assetNumber}`;
    expect((await asAdmin.post(`/api/devices/${assetNumber}/logs`, { issue })).status).toBe(201);
    await expect(rowOf(page, assetNumber)).toContainText(issue, { timeout: 2_000 });
  }).toPass();
});

test('where the network blocks websockets, the page looks for changes itself and overwrites none unseen', async ({
  page,
  asAdmin,
}) => {
  const assetNumber = newAssetNumber();
  const device = { barcodeNumber: assetNumber, school: 'SHS', notes: 'Charger missing' };
  expect((await asAdmin.post('/api/devices', device)).status).toBe(201);
  const changeElsewhere = (fields: object) => asAdmin.patch(`/api/devices/${assetNumber}`, fields);
  await page.routeWebSocket('**/ws', (socket) => void socket.close());
  await signInAs(page, theFirstAdmin);
  await openDevice(page, assetNumber);
  await page.getByRole('button', { name: 'Edit Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Device Information' });
  await dialog.getByLabel('Notes').fill('Charger is here');
  await changeElsewhere({ notes: 'Charger lent to Bo' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const quoted = 'This has been changed to “Charger lent to Bo” in the meantime. Save again to replace it.';
  await expect(dialog.getByText(quoted)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Device updated successfully').first()).toBeVisible();

  await changeElsewhere({ model: 'Lenovo 300e' });
  await expect(page.getByText('Lenovo 300e').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('this page looks for changes several times a minute')).toBeVisible();
  await expect(page.getByText('Charger is here').first()).toBeVisible();
});
