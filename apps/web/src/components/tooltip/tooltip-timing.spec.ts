import { TOOLTIP, tooltipTiming } from './tooltip-timing';

function watch() {
  const shown: (string | undefined)[] = [];
  const timing = tooltipTiming<string>((target) => shown.push(target));
  return { timing, shown, now: () => shown.at(-1) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a tooltip opens once its target has been pointed at for a while', () => {
  const { timing, now } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay - 1);
  expect(now()).toBeUndefined();
  jest.advanceTimersByTime(1);
  expect(now()).toBe('help');
});

test('somebody who only passes sees none', () => {
  const { timing, shown } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay - 1);
  timing.leave();
  jest.advanceTimersByTime(10_000);
  expect(shown).toEqual([]);
});

test('after one has closed the next opens at once, for a while', () => {
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

test('from one to the next there is no pause, and on the tooltip itself it stays', () => {
  const { timing, shown } = watch();
  timing.enter('help');
  jest.advanceTimersByTime(TOOLTIP.openDelay);
  timing.leave();
  timing.stay();
  jest.advanceTimersByTime(10_000);
  timing.enter('theme');
  expect(shown).toEqual(['help', 'theme']);
});

test('what was closed opens again only after it has been left', () => {
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
