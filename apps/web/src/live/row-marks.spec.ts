import { createRowMarks } from './row-marks';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function watched() {
  const told: string[][] = [];
  return { told, marks: createRowMarks((assetNumbers) => told.push(assetNumbers)) };
}

test('a row that changes again is marked for the full time after its last change', () => {
  const { told, marks } = watched();
  marks.show(['CB-1']);
  jest.advanceTimersByTime(3_900);
  marks.show(['CB-1']);
  jest.advanceTimersByTime(3_900);
  expect(told).toEqual([['CB-1']]);
  jest.advanceTimersByTime(200);
  expect(told).toEqual([['CB-1'], []]);
});

test('each row is marked for a time of its own, and none after a stop', () => {
  const { told, marks } = watched();
  marks.show(['CB-1']);
  jest.advanceTimersByTime(2_000);
  marks.show(['CB-2']);
  jest.advanceTimersByTime(2_100);
  expect(told).toEqual([['CB-1'], ['CB-1', 'CB-2'], ['CB-2']]);
  marks.stop();
  jest.advanceTimersByTime(10_000);
  expect(told).toHaveLength(3);
});

test('rows that change together are reported together, and the end of a thousand rows in a second five times', () => {
  const { told, marks } = watched();
  marks.show(['CB-1', 'CB-2']);
  expect(told).toEqual([['CB-1', 'CB-2']]);
  for (let number = 3; number <= 1_000; number += 1) {
    marks.show([`CB-${number}`]);
    jest.advanceTimersByTime(1);
  }
  told.length = 0;
  jest.advanceTimersByTime(5_000);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(6);
  expect(told.at(-1)).toEqual([]);
});
