import { randomUUID } from 'node:crypto';
import type { Role } from '@repairline/contracts/identity/views';
import { newColleague } from '../support/api-journey';
import { deviceIn } from '../support/device-calls';
import { rowOf } from '../support/devices';
import { expect, pageOf, test } from '../support/ui-journey';
import { untilLiveConnected } from '../support/views/navigation';

test('open lists follow a change of the role', async ({ browser, url, admin }) => {
  const colleague = await newColleague(admin, url);
  const fields = { model: `M-${randomUUID()}`, assignedTo: colleague.email };
  await deviceIn('INTAKE', admin, fields);
  const scrapped = await deviceIn('PARTS', admin, fields);
  const become = async (role: Role) =>
    expect((await admin.post('/api/admin/users/promote', { userId: colleague.user.id, role })).status).toBe(200);
  const page = await pageOf(browser, url, colleague.api);
  const connected = untilLiveConnected(page);
  await page.goto(`/devices?q=${fields.model}`);
  await connected;
  const filters = page.getByRole('region', { name: 'Filter Devices' });
  await expect(filters).toContainText('1 device found');
  await test.step('a new Admin sees deprovisioned devices in the list', async () => {
    await become('Admin');
    await expect(rowOf(page, scrapped.barcodeNumber)).toBeVisible();
    await expect(filters).toContainText('2 devices found');
  });
  await test.step('a former Admin sees none, even in a list of deprovisioned devices only', async () => {
    await filters.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Deprovisioned' });
    await expect(filters).toContainText('1 device found');
    await become('Member');
    await expect(page.getByText('No devices found')).toBeVisible();
    await filters.getByRole('button', { name: 'Remove filter Deprovisioned' }).click();
    await expect(filters).toContainText('1 device found');
    await expect(rowOf(page, scrapped.barcodeNumber)).toHaveCount(0);
  });
  await test.step('My Workbench follows, too', async () => {
    await page.getByRole('link', { name: 'My Workbench' }).first().click();
    const assigned = page.getByRole('link', { name: /^Work on/u });
    await expect(assigned).toHaveCount(1);
    await become('Admin');
    await expect(assigned).toHaveCount(2);
  });
  await page.context().close();
});
