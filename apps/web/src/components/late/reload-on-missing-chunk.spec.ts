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

test('if reloading does not help, the page is reloaded more and more rarely', async () => {
  const minutes = [];
  for (let minute = 0; minute <= 46; minute += 1) {
    reloads = 0;
    await chunkIsMissing();
    if (reloads > 0) minutes.push(minute);
    jest.advanceTimersByTime(60_000);
  }
  expect(minutes).toEqual([0, 1, 3, 7, 15, 30, 45]);
  jest.advanceTimersByTime(40 * 60_000);
  reloads = 0;
  await chunkIsMissing();
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
