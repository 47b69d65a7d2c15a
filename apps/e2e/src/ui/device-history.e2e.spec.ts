import type { DeviceHistoryItem } from '@repairline/contracts/repairs/views';
import { log, newDevice, pathOf, startWork } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, test } from '../support/ui-journey';

test('the history shows each change of a device, who made it and the state then, and follows live changes', async ({
  memberPage: page,
  member,
  admin,
}) => {
  const device = await newDevice(admin, { school: 'SHS', model: 'C433', studentName: 'Ada Park', notes: 'Sticker' });
  await startWork(member.api, device.barcodeNumber);
  await member.api.patch(pathOf(device.barcodeNumber), { school: 'HLE', studentName: '', priority: 'High' });
  await openDevice(page, device.barcodeNumber);
  await page.getByRole('button', { name: 'Full History' }).click();
  const dialog = page.getByRole('dialog', { name: `History of ${device.barcodeNumber}` });
  const steps = dialog.getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await test.step('an edit shows what it changed and who made it', async () => {
    await expect(steps.first()).toContainText(member.user.name ?? '');
    await expect(steps.first()).toContainText('Edited');
    await expect(steps.first().getByRole('definition')).toHaveText([
      'Medium → became High',
      'SHS → became HLE',
      'Ada Park → became -',
    ]);
  });
  await test.step('each event shows the device as it was', async () => {
    const taken = steps.last();
    await taken.getByRole('button', { name: 'The device as it was' }).click();
    // Each text twice: as a change made at intake, and as the device's state.
    const shown = taken.getByRole('definition').filter({ hasText: /^(SHS|Ada Park|Intake|Sticker)$/u });
    await expect(shown).toHaveCount(8);
  });
  await test.step('a change by another user appears at the top', async () => {
    await log(admin, device.barcodeNumber, { issue: 'Hinge loose', actions: 'Tightened it' });
    await expect(steps).toHaveCount(4);
    await expect(steps.first()).toContainText('Entry added');
    await expect(steps.first()).toContainText('Tightened it');
    await expect(steps.last().getByRole('definition')).not.toHaveCount(0);
  });
  await test.step('Escape closes the history and returns the focus', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Full History' })).toBeFocused();
  });
});

test('the API returns the same history page by page', async ({ admin }) => {
  const { barcodeNumber } = await newDevice(admin, { school: 'SHS' });
  await admin.patch(pathOf(barcodeNumber), { school: 'HLE' });
  const path = `${pathOf(barcodeNumber)}/history`;
  const whole = await admin.get<DeviceHistoryItem[]>(path);
  expect(whole.status).toBe(200);
  expect(whole.body.map(({ kind, changes }) => [kind, changes.find(({ fact }) => fact === 'school')])).toEqual([
    ['taken-in', { fact: 'school', from: null, to: 'SHS' }],
    ['changed', { fact: 'school', from: 'SHS', to: 'HLE' }],
  ]);
  const first = await admin.get<DeviceHistoryItem[]>(`${path}?limit=1`);
  expect(first.body).toEqual(whole.body.slice(0, 1));
  expect(first.headers['x-total-count']).toBe('2');
  expect(first.headers['link']).toContain('rel="next"');
});
