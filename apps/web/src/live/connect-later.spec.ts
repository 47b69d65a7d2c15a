import { connectLater } from './connect-later';

let mockIsThere = true;
const mockEnd = jest.fn();
const mockConnect = jest.fn((_: string) => mockEnd);
jest.mock('./live-connection', () => {
  if (!mockIsThere) throw new TypeError('Failed to fetch dynamically imported module');
  return { connectLive: mockConnect };
});

const events = { onMessage: jest.fn(), onOpen: jest.fn(), onLost: jest.fn(), onPoll: jest.fn() };
const settle = () => jest.advanceTimersByTimeAsync(0);
let end: () => void;

/** A page that has asked for the socket's code. */
async function open({ isThere = true } = {}) {
  mockIsThere = isThere;
  end = connectLater('ws://test/ws', events);
  await settle();
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  jest.resetModules();
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

test('the socket opens once its code is there, and ends with the page', async () => {
  await open();
  expect(mockConnect).toHaveBeenCalledWith('ws://test/ws', events);
  end();
  expect(mockEnd).toHaveBeenCalledTimes(1);
});

test('code that cannot be fetched counts as a lost connection, and is asked for again', async () => {
  await open({ isThere: false });
  expect(events.onLost).toHaveBeenCalledTimes(1);
  mockIsThere = true;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(mockConnect).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(mockConnect).toHaveBeenCalledTimes(1);
});

test('while the code cannot be fetched, it is asked for at growing intervals of up to 15 s', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  await open({ isThere: false });
  const attempts = [];
  for (let second = 1; second <= 59; second += 1) {
    events.onLost.mockClear();
    await jest.advanceTimersByTimeAsync(1_000);
    if (events.onLost.mock.calls.length > 0) attempts.push(second);
  }
  expect(attempts).toEqual([2, 6, 14, 29, 44, 59]);
});

test('the code is asked for again as soon as the network is back, once', async () => {
  await open({ isThere: false });
  mockIsThere = true;
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  await settle();
  expect(mockConnect).toHaveBeenCalledTimes(1);
});

test('after its end nothing is asked for or reported', async () => {
  await open({ isThere: false });
  end();
  mockIsThere = true;
  dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(mockConnect).not.toHaveBeenCalled();
  jest.resetModules();
  events.onLost.mockClear();
  mockIsThere = false;
  end = connectLater('ws://test/ws', events);
  end();
  await settle();
  expect(events.onLost).not.toHaveBeenCalled();
});
