import { reloadWhenReplaced } from './reload-when-replaced';

let reloads = 0;
let isServerThere = true;

beforeAll(() => {
  globalThis.fetch = async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return {} as Response;
  };
  reloadWhenReplaced(() => {
    reloads += 1;
  });
});
beforeEach(() => {
  reloads = 0;
  sessionStorage.clear();
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => jest.useRealTimers());

/** Reports two missing parts at once, as a screen made of several parts does. */
async function partIsMissing(): Promise<void> {
  dispatchEvent(new Event('vite:preloadError'));
  dispatchEvent(new Event('vite:preloadError'));
  await jest.advanceTimersByTimeAsync(0);
}

test('a part that cannot be fetched has the page loaded again, once a minute at most', async () => {
  await partIsMissing();
  await partIsMissing();
  expect(reloads).toBe(1);
  jest.advanceTimersByTime(60_000);
  await partIsMissing();
  expect(reloads).toBe(2);
});

test('a page is not loaded again while the server is away', async () => {
  isServerThere = false;
  await partIsMissing();
  expect(reloads).toBe(0);
  isServerThere = true;
  await partIsMissing();
  expect(reloads).toBe(1);
});
