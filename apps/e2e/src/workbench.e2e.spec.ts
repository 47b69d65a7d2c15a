import { complete, newDevice, scrapPathOf, startWork } from './support/device-calls';
import { expect, test } from './support/journey';
import { createApprovedUser, newPerson, signInAs } from './support/people';

// proves s2.routes.technician
test('a technician sees their assigned devices and completion figures', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '', newPerson('bench'));
  const assignedTo = person.email;
  await signInAs(page, person);
  // proves s2.devices.header-my-workbench d.roles.workbench-button-for-all
  await test.step('Device Management links to the workbench', async () => {
    await page.getByRole('link', { name: 'My Workbench' }).click();
    await expect(page).toHaveURL('/technician');
    await expect(page.getByRole('heading', { level: 1, name: 'My Workbench' })).toBeVisible();
  });
  // proves s2.workbench.logged-in-as s2.workbench.empty
  await test.step('without assignments the workbench says so', async () => {
    await expect(page.getByText(`Logged in as ${person.email}`)).toBeVisible();
    await expect(page.getByText('No devices assigned to you')).toBeVisible();
  });

  const waiting = await newDevice(asAdmin, { assignedTo });
  const started = await newDevice(asAdmin, { assignedTo, studentName: 'Ada Park', school: 'SMS' });
  await startWork(asAdmin, started.barcodeNumber, { assignedTo });
  for (let repair = 0; repair < 6; repair += 1) {
    const { barcodeNumber } = await newDevice(asAdmin, { assignedTo });
    await complete(asAdmin, barcodeNumber, { technician: person.email });
  }
  await newDevice(asAdmin);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/devices') asked.push(searchParams.get('assignedTo') ?? 'everybody');
  });
  await page.reload();

  const card = (name: string) => page.getByRole('group', { name });
  // proves s2.workbench.card-active s4.workbench.active-count s2.workbench.card-total-completed
  // proves s2.workbench.card-per-week
  await test.step('the cards count active assignments, completions and completions per week', async () => {
    await expect(card('Active Assignments')).toHaveText('Active Assignments1');
    await expect(card('Total Completed')).toHaveText('Total Completed6');
    await expect(card('Completed per Week')).toHaveText('Completed per Week2');
  });
  const table = page.getByRole('table', { name: 'My Current Assignments' });
  const cellsOf = (assetNumber: string) => table.getByRole('row').filter({ hasText: assetNumber }).getByRole('cell');
  // proves s2.workbench.table-title s2.workbench.columns
  await test.step('the table lists the current assignments', async () => {
    await expect(page.getByRole('heading', { name: 'My Current Assignments' })).toBeVisible();
    await expect(table.getByRole('columnheader')).toHaveText([
      'Asset Number',
      'School',
      'Student',
      'Status',
      'Days in Status',
      'Last Updated',
      'Actions',
    ]);
    await expect(table.getByRole('link', { name: /^Work on/u })).toHaveCount(2);
  });
  // proves s4.workbench.assignments s7.devices.workbench-uses-assigned-to
  await test.step("the table has only the technician's own uncompleted devices", async () => {
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(cellsOf(waiting.barcodeNumber).first()).toBeVisible();
    expect(new Set(asked)).toEqual(new Set([person.email]));
  });
  // proves s2.workbench.student-dash s2.workbench.status-badge s2.workbench.last-updated-relative
  await test.step('a row shows school, student, status, days in status and last update', async () => {
    await expect(cellsOf(waiting.barcodeNumber).nth(2)).toHaveText('-');
    await expect(cellsOf(started.barcodeNumber).nth(1)).toHaveText('SMS');
    await expect(cellsOf(started.barcodeNumber).nth(2)).toHaveText('Ada Park');
    await expect(cellsOf(waiting.barcodeNumber).nth(3)).toHaveText('Intake');
    await expect(cellsOf(started.barcodeNumber).nth(3)).toHaveText('In Progress');
    await expect(cellsOf(started.barcodeNumber).nth(4)).toHaveText('0');
    await expect(cellsOf(started.barcodeNumber).nth(5)).toContainText(/just now|minutes? ago/u);
  });
  await test.step('a change by another user shows without a reload', async () => {
    await complete(asAdmin, waiting.barcodeNumber, { technician: person.email });
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(card('Total Completed')).toHaveText('Total Completed7');
  });
  // proves s2.workbench.work-on-link
  await test.step('a row links to its device', async () => {
    await table.getByRole('link', { name: `Work on ${started.barcodeNumber}` }).click();
    await expect(page).toHaveURL(`/devices/${started.barcodeNumber}`);
  });
});

// proves s4.status.label-parts
test('a deprovisioned device assigned to an Admin reads Parts on the workbench', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '', newPerson('boss'));
  const { body: users } = await asAdmin.get<{ id: string; email: string }[]>('/api/admin/users');
  const userId = users.find(({ email }) => email === person.email)?.id;
  expect((await asAdmin.post('/api/admin/users/promote', { userId, role: 'Admin' })).status).toBe(200);
  const { barcodeNumber } = await newDevice(asAdmin, { assignedTo: person.email });
  expect((await asAdmin.post(scrapPathOf(barcodeNumber), { scrap: true })).status).toBe(200);
  await signInAs(page, person);
  await page.goto('/technician');
  const row = page.getByRole('row').filter({ hasText: barcodeNumber });
  await expect(row.getByRole('cell').nth(3)).toHaveText('Parts');
});
