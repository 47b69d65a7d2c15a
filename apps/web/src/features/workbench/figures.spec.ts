import { completedPerWeek, daysInStatus, windowStart } from './figures';

const logs = (...barcodeNumbers: string[]) => barcodeNumbers.map((barcodeNumber) => ({ barcodeNumber }));

// proves s9.workbench-per-week
test('completed per week is the number of distinct devices in the window divided by four, rounded', () => {
  expect(completedPerWeek([])).toBe(0);
  expect(completedPerWeek(logs('A'))).toBe(0);
  expect(completedPerWeek(logs('A', 'B'))).toBe(1);
  expect(completedPerWeek(logs('A', 'B', 'A', 'B', 'A', 'B'))).toBe(1);
  expect(completedPerWeek(logs('A', 'B', 'C', 'D', 'E'))).toBe(1);
  expect(completedPerWeek(logs('A', 'B', 'C', 'D', 'E', 'F'))).toBe(2);
});

test('the window is exactly the last 28 days, even across a change of the clocks', () => {
  expect(windowStart(Date.parse('2026-03-20T08:30:00Z'))).toBe('2026-02-20T08:30:00.000Z');
});

// proves s9.days-in-status
test('days in status are whole days since the last change', () => {
  const changed = '2026-03-07T12:00:00.000Z';
  expect(daysInStatus(changed, Date.parse('2026-03-07T12:00:01Z'))).toBe(0);
  expect(daysInStatus(changed, Date.parse('2026-03-08T11:59:59Z'))).toBe(0);
  expect(daysInStatus(changed, Date.parse('2026-03-08T12:00:00Z'))).toBe(1);
  expect(daysInStatus(changed, Date.parse('2026-04-07T12:00:00Z'))).toBe(31);
  expect(daysInStatus(changed, Date.parse('2026-03-07T11:00:00Z'))).toBe(0);
});
