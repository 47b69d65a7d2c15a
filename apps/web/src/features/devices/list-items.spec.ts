import type { Priority } from '@repairline/contracts/priority';
import type { Device } from '@repairline/contracts/repairs/views';
import { dividerAbove, listItems } from './list-items';

const devices = (...priorities: Priority[]) =>
  priorities.map((highestPriority, index) => ({ id: `${index}`, highestPriority }) as Device);
const words = (items: ReturnType<typeof listItems>) =>
  items.map((item) => (item.kind === 'divider' ? item.priority : item.place));

test('a divider precedes each change of the highest priority', () => {
  expect(words(listItems(devices('High', 'High', 'Medium', 'Low')))).toEqual(['High', 1, 2, 'Medium', 3, 'Low', 4]);
});

test('an empty list has no dividers', () => {
  expect(listItems([])).toEqual([]);
});

test('the sticky divider is the nearest at or above the first row shown', () => {
  const items = listItems(devices('High', 'High', 'Medium'));
  expect(dividerAbove(items, 2)).toBe(0);
  expect(dividerAbove(items, 3)).toBe(3);
  expect(dividerAbove(items, 99)).toBe(3);
  expect(dividerAbove([], 0)).toBeUndefined();
});
