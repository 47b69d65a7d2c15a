import { newColleague } from './support/api-journey';
import { complete, newDevice, startWork } from './support/device-calls';
import { signInAs } from './support/people';
import { expect, test } from './support/ui-journey';

test('a technician goes to the workbench and on to an assigned device', async ({ page, admin, url }) => {
  const person = await newColleague(admin, url);
  await person.api.close();
  const assignedTo = person.email;
  const waiting = await newDevice(admin, { assignedTo });
  const started = await newDevice(admin, { assignedTo });
  await startWork(admin, started.barcodeNumber, { assignedTo });
  const finished = await newDevice(admin, { assignedTo });
  await complete(admin, finished.barcodeNumber, { technician: assignedTo });
  await newDevice(admin);
  await signInAs(page, person);
  // proves s2.devices.header-my-workbench d.roles.workbench-button-for-all
  await test.step('Device Management links to the workbench', async () => {
    await page.getByRole('link', { name: 'My Workbench' }).click();
    await expect(page).toHaveURL('/technician');
  });
  const rows = page.getByRole('table', { name: 'My Current Assignments' }).getByRole('row');
  const card = (name: string) => page.getByRole('group', { name });
  await test.step("the workbench has the technician's own uncompleted devices", async () => {
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: waiting.barcodeNumber })).toContainText('Intake');
    await expect(rows.filter({ hasText: started.barcodeNumber })).toContainText('In Progress');
    await expect(card('Active Assignments')).toHaveText('Active Assignments1');
    await expect(card('Total Completed')).toHaveText('Total Completed1');
  });
  await test.step('a change by another user shows without a reload', async () => {
    await complete(admin, waiting.barcodeNumber, { technician: assignedTo });
    await expect(rows).toHaveCount(2);
    await expect(card('Total Completed')).toHaveText('Total Completed2');
  });
  await test.step('a row leads to its device', async () => {
    await rows.getByRole('link', { name: `Work on ${started.barcodeNumber}` }).click();
    await expect(page).toHaveURL(`/devices/${started.barcodeNumber}`);
  });
});
