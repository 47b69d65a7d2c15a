import { readFile } from 'node:fs/promises';
import { newDevice } from './support/device-calls';
import { newAssetNumber } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs } from './support/people';

// proves s2.devices.header-export-csv s6.export.button-for-member s1.staff.export-csv
test('the filtered devices are exported as devices.csv', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const family = newAssetNumber();
  const low = await newDevice(asAdmin, { barcodeNumber: `${family}-L`, priority: 'Low' });
  const high = await newDevice(asAdmin, { barcodeNumber: `${family}-H`, priority: 'High' });
  const save = async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saved;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };

  // proves s7.admin.file-device-screen s7.admin.export-with-filters
  await test.step('the file holds only the devices that match the filters', async () => {
    await page.goto(`/devices?q=${family}&priority=High`);
    await expect(page.getByRole('article')).toHaveCount(1);
    const { name, text } = await save();
    expect(name).toBe('devices.csv');
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain(high.barcodeNumber);
    expect(text).not.toContain(low.barcodeNumber);
  });
  // proves s8.failure.export-device-screen
  await test.step('a failed export is only logged', async () => {
    await page.route('**/api/admin/export**', (route) => route.fulfill({ status: 500, json: { message: 'Away' } }));
    const logged = page.waitForEvent('console', (message) => message.text().includes('could not be exported'));
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await logged).type()).toBe('error');
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
  });
});
