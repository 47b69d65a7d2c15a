import { createFlashes } from './flashes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function watched() {
  const told: string[] = [];
  const flashes = createFlashes(
    (assetNumber) => told.push(`${assetNumber} on`),
    (assetNumber) => told.push(`${assetNumber} off`),
  );
  return { told, flashes };
}

test('a row that changes again flashes for as long after its last change', () => {
  const { told, flashes } = watched();
  flashes.show('CB-1');
  jest.advanceTimersByTime(3_900);
  flashes.show('CB-1');
  jest.advanceTimersByTime(3_900);
  expect(told).toEqual(['CB-1 on', 'CB-1 on']);
  jest.advanceTimersByTime(100);
  expect(told.at(-1)).toBe('CB-1 off');
});

test('each row flashes by itself, and none once nobody looks', () => {
  const { told, flashes } = watched();
  flashes.show('CB-1');
  jest.advanceTimersByTime(2_000);
  flashes.show('CB-2');
  jest.advanceTimersByTime(2_000);
  expect(told).toEqual(['CB-1 on', 'CB-2 on', 'CB-1 off']);
  flashes.stop();
  jest.advanceTimersByTime(10_000);
  expect(told).toHaveLength(3);
});
