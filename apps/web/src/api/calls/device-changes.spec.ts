import { beginOwnChange, isOwnChange, onDevicesChanged } from './device-changes';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

test("a device this browser is changing counts as its own change, whatever the number's case", () => {
  beginOwnChange(['CB-1']);
  expect(isOwnChange('cb-1')).toBe(true);
  expect(isOwnChange('CB-2')).toBe(false);
});

test('more than three seconds after the answer, a change counts as someone else’s', () => {
  beginOwnChange(['CB-3'])();
  expect(isOwnChange('CB-3')).toBe(true);
  jest.advanceTimersByTime(3001);
  expect(isOwnChange('CB-3')).toBe(false);
});

test('a change is announced once it is answered', () => {
  const announced: unknown[] = [];
  const stop = onDevicesChanged((changes) => announced.push(changes));
  const announce = beginOwnChange(['CB-4', 'CB-5']);
  expect(announced).toEqual([]);
  announce();
  stop();
  expect(announced).toEqual([[{ barcodeNumber: 'CB-4' }, { barcodeNumber: 'CB-5' }]]);
});
