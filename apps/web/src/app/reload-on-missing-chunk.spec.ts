import { reloadOnMissingChunk } from './reload-on-missing-chunk';

let reloads = 0;
let isServerThere = true;

beforeAll(() => {
  globalThis.fetch = async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return {} as Response;
  };
  reloadOnMissingChunk(() => {
    reloads += 1;
  });
});
beforeEach(() => {
  reloads = 0;
  sessionStorage.clear();
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => jest.useRealTimers());

/** Reports two missing chunks at once, as a screen made of several chunks does. */
async function chunkIsMissing(): Promise<void> {
  dispatchEvent(new Event('vite:preloadError'));
  dispatchEvent(new Event('vite:preloadError'));
  await jest.advanceTimersByTimeAsync(0);
}

test('a chunk that cannot be fetched reloads the page, at most once a minute', async () => {
  await chunkIsMissing();
  await chunkIsMissing();
  expect(reloads).toBe(1);
  jest.advanceTimersByTime(60_000);
  await chunkIsMissing();
  expect(reloads).toBe(2);
});

test('the page is not reloaded while the server is unreachable', async () => {
  isServerThere = false;
  await chunkIsMissing();
  expect(reloads).toBe(0);
  isServerThere = true;
  await chunkIsMissing();
  expect(reloads).toBe(1);
});
