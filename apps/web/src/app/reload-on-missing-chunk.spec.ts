import { reloadOnMissingChunk } from './reload-on-missing-chunk';

let reloads = 0;
let isNetworkThere = true;
let status = 200;

beforeAll(() => {
  globalThis.fetch = async () => {
    if (!isNetworkThere) throw new TypeError('Failed to fetch');
    return { ok: status === 200, status } as Response;
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
  isNetworkThere = false;
  await chunkIsMissing();
  expect(reloads).toBe(0);
  isNetworkThere = true;
  await chunkIsMissing();
  expect(reloads).toBe(1);
});

test('the page is not reloaded while a proxy answers that the server is away', async () => {
  status = 502;
  await chunkIsMissing();
  expect(reloads).toBe(0);
  status = 200;
  await chunkIsMissing();
  expect(reloads).toBe(1);
});
