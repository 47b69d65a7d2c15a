import { TOOLTIP, tooltipTiming } from './tooltip-timing';

function watch() {
  const shown: (string | undefined)[] = [];
  const timing = tooltipTiming<string>((target) => shown.push(target));
  return { timing, shown, now: () => shown.at(-1) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a tooltip opens once the pointer has been on its target for the open delay', () => {
  const { timing, now } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay - 1);
  expect(now()).toBeUndefined();
  jest.advanceTimersByTime(1);
  expect(now()).toBe('help');
});

test('no tooltip opens if the pointer leaves before the open delay', () => {
  const { timing, shown } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay - 1);
  timing.leave();
  jest.advanceTimersByTime(10_000);
  expect(shown).toEqual([]);
});

test('the next tooltip opens at once within the skip delay after the last one closed', () => {
  const { timing, now } = watch();
  const close = () => {
    timing.enter('help');
    jest.advanceTimersByTime(TOOLTIP.openDelay);
    timing.leave();
    jest.advanceTimersByTime(TOOLTIP.grace);
    expect(now()).toBeUndefined();
  };
  close();
  jest.advanceTimersByTime(TOOLTIP.skipDelay);
  timing.enter('theme');
  expect(now()).toBe('theme');
  timing.leave();
  jest.advanceTimersByTime(10_000);
  close();
  jest.advanceTimersByTime(TOOLTIP.skipDelay + 1);
  timing.enter('theme');
  expect(now()).toBeUndefined();
});

test('a tooltip stays while the pointer is on it, and the next target replaces it at once', () => {
  const { timing, shown } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay);
  timing.leave();
  timing.stay();
  jest.advanceTimersByTime(10_000);
  timing.enter('theme');
  expect(shown).toEqual(['help', 'theme']);
});

test('a closed tooltip opens again only after the pointer has left its target', () => {
  const { timing, now } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay);
  timing.close();
  timing.enter('help');
  jest.advanceTimersByTime(10_000);
  expect(now()).toBeUndefined();
  timing.leave();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay);
  expect(now()).toBe('help');
});
