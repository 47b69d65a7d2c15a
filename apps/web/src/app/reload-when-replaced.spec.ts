import { reloadWhenReplaced } from './reload-when-replaced';

test('a part that cannot be fetched has the page loaded again, once a minute at most', () => {
  jest.useFakeTimers({ now: 1_000_000 });
  let reloads = 0;
  reloadWhenReplaced(() => {
    reloads += 1;
  });
  dispatchEvent(new Event('vite:preloadError'));
  dispatchEvent(new Event('vite:preloadError'));
  expect(reloads).toBe(1);
  jest.advanceTimersByTime(60_000);
  dispatchEvent(new Event('vite:preloadError'));
  expect(reloads).toBe(2);
  jest.useRealTimers();
});
