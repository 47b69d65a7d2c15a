import { timeOrderedId } from './prepare-append';

test('a time-ordered id is a UUIDv7 that begins with its time and is unique', () => {
  const example = Date.UTC(2022, 1, 22, 19, 22, 22);
  const [one, other] = [timeOrderedId(example), timeOrderedId(example)];
  expect(one).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(other).not.toBe(one);
  expect(timeOrderedId(example + 1) > one).toBe(true);
});
