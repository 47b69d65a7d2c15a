import { isOwnChange, recordOwnChanges } from './own-changes';

const action = (status: 'pending' | 'fulfilled', endpointName: string, barcodeNumber: string, body = {}) => ({
  type: `api/executeMutation/${status}`,
  meta: {
    requestId: 'r',
    requestStatus: status,
    arg: { endpointName, originalArgs: { barcodeNumber, body } },
  },
});
const note = (noted: unknown) => recordOwnChanges({} as never)(() => undefined)(noted);

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

test("a device this browser is changing counts as its own change, whatever the number's case", () => {
  note(action('pending', 'changeDevice', 'CB-1'));
  expect(isOwnChange('cb-1')).toBe(true);
  expect(isOwnChange('CB-2')).toBe(false);
});

test('a device this browser renumbers counts as its own change under both numbers', () => {
  note(action('pending', 'changeDevice', 'CB-8', { barcodeNumber: 'CB-9' }));
  expect(isOwnChange('CB-8')).toBe(true);
  expect(isOwnChange('CB-9')).toBe(true);
});

test('more than three seconds after the answer, a change counts as someone else’s', () => {
  note(action('pending', 'logRepair', 'CB-3'));
  note(action('fulfilled', 'logRepair', 'CB-3'));
  expect(isOwnChange('CB-3')).toBe(true);
  jest.advanceTimersByTime(3001);
  expect(isOwnChange('CB-3')).toBe(false);
});

test('reading a device does not make its changes this browser’s own', () => {
  note(action('fulfilled', 'device', 'CB-4'));
  expect(isOwnChange('CB-4')).toBe(false);
});

test('all devices of an import count as this browser’s own changes', () => {
  const originalArgs = { common: {}, devices: [{ barcodeNumber: 'CB-5' }, { barcodeNumber: 'CB-6' }] };
  note({
    type: 'api/executeMutation/pending',
    meta: { requestId: 'r', requestStatus: 'pending', arg: { endpointName: 'takeInDevices', originalArgs } },
  });
  expect(['CB-5', 'CB-6', 'CB-7'].map((barcodeNumber) => isOwnChange(barcodeNumber))).toEqual([true, true, false]);
});
