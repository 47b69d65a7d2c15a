import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import type { BilledDeviceEvent } from './billed-device';
import { billedDeviceDecider } from './billed-device.decider';

const given = deciderSpec(billedDeviceDecider);
const ofDevice = { deviceId: 'device-1', assetNumber: 'CB-1' };
const written = (notes: string | null): BilledDeviceEvent => ({
  type: 'BillingNotesWritten',
  data: { ...ofDevice, notes },
});
const write = (notes: string) => ({ type: 'WriteBillingNotes', ...ofDevice, notes }) as const;
const renumbered = (assetNumber: string): BilledDeviceEvent => ({
  type: 'BilledDeviceRenumbered',
  data: { deviceId: 'device-1', assetNumber },
});
const renumber = (assetNumber: string) =>
  ({ type: 'RenumberBilledDevice', deviceId: 'device-1', assetNumber }) as const;

describe('billing notes', () => {
  test('are trimmed on save', () => {
    given().when(write('  PO 17 \n')).then(written('PO 17'));
  });
  test('that stay the same are not recorded', () => given(written('PO 17')).when(write(' PO 17')).thenNothing());
  test('can be cleared', () => given(written('PO 17')).when(write('  ')).then(written(null)));
  test('that are empty are not cleared again', () => given().when(write('')).thenNothing());
  test('that were cleared can be written again', () => {
    given(written('PO 17'), written(null)).when(write('PO 18')).then(written('PO 18'));
  });
});

describe('billing notes of a writer who says what was there', () => {
  const over = (expected: string, notes = 'PO 18') => ({ ...write(notes), expected });
  test('are written over what was seen', () => {
    given().when(over('')).then(written('PO 18'));
    given(written('PO 17')).when(over('PO 17')).then(written('PO 18'));
  });
  test('are refused over what others have written since', () => {
    given(written('PO 17')).when(over('')).thenError('changed_meanwhile');
  });
  test('are not refused if others have written the same', () => given(written('PO 18')).when(over('')).thenNothing());
});

describe('renumbering', () => {
  test('is recorded', () => given().when(renumber('CB-2')).then(renumbered('CB-2')));
  test('to the current number is recorded too, since the event of an earlier one may come later', () => {
    given(renumbered('CB-2')).when(renumber('CB-2')).then(renumbered('CB-2'));
  });
  test('back to an earlier number is recorded too', () => {
    given(renumbered('CB-2'), renumbered('CB-3')).when(renumber('CB-2')).then(renumbered('CB-2'));
  });
});

test('erased notes can be written again with the same text', () => {
  const erase = { type: 'EraseBilledDevice', deviceId: 'device-1', itemIds: ['item-1'] } as const;
  const erased = { type: 'BilledDeviceErased', data: { deviceId: 'device-1', itemIds: ['item-1'] } } as const;
  given(written('PO 17'))
    .when({ ...erase, itemIds: [...erase.itemIds] })
    .then({ ...erased, data: { ...erased.data, itemIds: [...erased.data.itemIds] } });
  given(written('PO 17'), { ...erased, data: { ...erased.data, itemIds: [...erased.data.itemIds] } })
    .when(write('PO 17'))
    .then(written('PO 17'));
});
