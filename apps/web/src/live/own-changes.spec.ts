import { isOwnChange, noteOwnChanges } from './own-changes';

const action = (status: 'pending' | 'fulfilled', endpointName: string, barcodeNumber: string, body = {}) => ({
  type: `api/executeMutation/${status}`,
  meta: {
    requestId: 'r',
    requestStatus: status,
    arg: { endpointName, originalArgs: { barcodeNumber, body } },
  },
});
const note = (noted: unknown) => noteOwnChanges({} as never)(() => undefined)(noted);

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

test("a device that this browser is changing is its own, whatever the number's case", () => {
  note(action('pending', 'changeDevice', 'CB-1'));
  expect(isOwnChange('cb-1')).toBe(true);
  expect(isOwnChange('CB-2')).toBe(false);
});

test('a device that this browser gives another number is its own by that one too', () => {
  note(action('pending', 'changeDevice', 'CB-8', { barcodeNumber: 'CB-9' }));
  expect(isOwnChange('CB-8')).toBe(true);
  expect(isOwnChange('CB-9')).toBe(true);
});

test('some time after the answer the next change is someone else’s', () => {
  note(action('pending', 'logRepair', 'CB-3'));
  note(action('fulfilled', 'logRepair', 'CB-3'));
  expect(isOwnChange('CB-3')).toBe(true);
  jest.advanceTimersByTime(3001);
  expect(isOwnChange('CB-3')).toBe(false);
});

test('looking at a device does not make its changes one’s own', () => {
  note(action('fulfilled', 'device', 'CB-4'));
  expect(isOwnChange('CB-4')).toBe(false);
});

test('all devices of an import are its browser’s own', () => {
  const originalArgs = { common: {}, devices: [{ barcodeNumber: 'CB-5' }, { barcodeNumber: 'CB-6' }] };
  note({
    type: 'api/executeMutation/pending',
    meta: { requestId: 'r', requestStatus: 'pending', arg: { endpointName: 'takeInDevices', originalArgs } },
  });
  expect(['CB-5', 'CB-6', 'CB-7'].map((barcodeNumber) => isOwnChange(barcodeNumber))).toEqual([true, true, false]);
});
