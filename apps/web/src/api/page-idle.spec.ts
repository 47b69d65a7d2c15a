import { isPageIdle } from './base-query';

const clock = jest.spyOn(performance, 'now');
afterAll(() => clock.mockRestore());

test.each(['pointerdown', 'keydown', 'wheel'])(
  'a page counts as left alone more than a minute after the last %s',
  (act) => {
    clock.mockReturnValue(10_000);
    dispatchEvent(new Event(act));
    clock.mockReturnValue(70_000);
    expect(isPageIdle()).toBe(false);
    clock.mockReturnValue(70_001);
    expect(isPageIdle()).toBe(true);
  },
);

test('a page whose visibility changes counts as in use again', () => {
  clock.mockReturnValue(1_000_000);
  expect(isPageIdle()).toBe(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isPageIdle()).toBe(false);
});
