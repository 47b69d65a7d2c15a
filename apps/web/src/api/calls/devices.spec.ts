import { intakeApi } from '../../features/intake/intake-api';
import { openFormStore } from '../../features/testing/form-store';
import { accountApi } from './account';
import { billingApi } from '../../features/billing/billing-api';
import type { CallArgs } from '../base-query';
import { isOwnChange, onDevicesChanged } from './device-changes';
import { devicesApi } from './devices';

const { takeInDevice, takeInDevices } = intakeApi.endpoints;
const { changeDevice, logRepair, scrapDevice, device } = devicesApi.endpoints;
const { writeBillingNotes } = billingApi.endpoints;
const one = { barcodeNumber: 'CB-1', deviceId: 'd1' };
const two = [{ barcodeNumber: 'CB-1' }, { barcodeNumber: 'CB-2' }];

test.each([
  ['an intake', takeInDevice.initiate({ barcodeNumber: 'CB-1', school: 'SHS' }), ['CB-1']],
  ['a bulk import', takeInDevices.initiate({ common: {}, devices: two }), ['CB-1', 'CB-2']],
  ['an edit', changeDevice.initiate({ ...one, body: { model: 'CB 3110' } }), ['CB-1']],
  ['a new number', changeDevice.initiate({ ...one, body: { barcodeNumber: 'CB-9' } }), ['CB-1', 'CB-9']],
  ['a log entry', logRepair.initiate({ ...one, body: {} }), ['CB-1']],
  ['a deprovisioning', scrapDevice.initiate({ ...one, body: { scrap: true } }), ['CB-1']],
  ['a billing note', writeBillingNotes.initiate({ ...one, billingNotes: 'Paid', over: '' }), ['CB-1']],
  ['a sign-out', accountApi.endpoints.signOut.initiate(), []],
  ['a read', device.initiate('CB-7'), []],
] as const)('%s is announced, as the own change of the devices it concerns', async (_, call, numbers) => {
  const announced: string[] = [];
  const { store } = openFormStore(() => ({ barcodeNumber: 'CB-7' }));
  const stop = onDevicesChanged((changes) => announced.push(...changes.map(({ barcodeNumber }) => barcodeNumber)));
  await store.dispatch(call as never);
  stop();
  expect(announced).toEqual(numbers);
  expect([...numbers, 'CB-7'].filter((number) => isOwnChange(number))).toEqual(numbers);
});

test('a change of a device that does not say of which does not compile', () => {
  const url = ['devices', 'CB-1', 'loan'] as const;
  const said: CallArgs = { url, method: 'POST', changes: ['CB-1'] };
  // @ts-expect-error: `changes` is missing.
  const unsaid: CallArgs = { url, method: 'POST' };
  // @ts-expect-error: so is it at an address nobody has thought of.
  const elsewhere: CallArgs = { url: 'loans', method: 'POST' };
  expect([said, unsaid, elsewhere]).toHaveLength(3);
});
