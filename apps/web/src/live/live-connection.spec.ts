import type { LiveMessage } from '@repairline/contracts/live';
import { connectLive, readMessage } from './live-connection';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  sent: string[] = [];
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
    this.onclose?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket;
const hello = { type: 'hello', positions: { repairs: 7 }, refetch: false };
let heard: LiveMessage[];
let states: string[];
let polls: string[];
let end: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket as never;
  heard = [];
  states = [];
  polls = [];
  end = connectLive('ws://test/ws', {
    onMessage: (message) => heard.push(message),
    onOpen: () => states.push('open'),
    onLost: () => states.push('lost'),
    onPoll: (note) => polls.push(note),
  });
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

function greet() {
  newest().onopen?.();
  newest().say(hello);
}

test('a lost connection is reopened and resumes from its last position', () => {
  greet();
  newest().close();
  expect(states).toEqual(['open', 'lost']);
  jest.advanceTimersByTime(500);
  newest().onopen?.();
  expect(newest().sent).toEqual([JSON.stringify({ type: 'resume', positions: { repairs: 7 } })]);
  newest().say(hello);
  expect(states).toEqual(['open', 'lost', 'open']);
});

test('the delay between failed attempts grows to at most 15 seconds', () => {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    newest().close();
    jest.advanceTimersByTime(15_000);
  }
  const attempts = FakeSocket.all.length;
  newest().close();
  jest.advanceTimersByTime(7_000);
  expect(FakeSocket.all).toHaveLength(attempts);
  jest.advanceTimersByTime(8_000);
  expect(FakeSocket.all).toHaveLength(attempts + 1);
});

test('while no socket gets through, all is asked for again at least every 15 seconds, and the page says so', () => {
  for (let second = 0; second < 60; second += 1) {
    newest().onclose?.();
    jest.advanceTimersByTime(1_000);
  }
  expect(polls.length).toBeGreaterThanOrEqual(4);
  expect(polls.length).toBeLessThanOrEqual(8);
  expect(new Set(polls).size).toBe(1);
  expect(polls[0]).toMatch(/^Reconnecting… .*this page looks for changes several times a minute\.$/u);
  // Replaces a socket that may have begun to open in the last second, and opens one if none is.
  dispatchEvent(new Event('online'));
  greet();
  polls.length = 0;
  dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(45_000);
  expect(polls).toEqual([]);
});

test('a page that nobody sees does not ask', () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  jest.advanceTimersByTime(14_000);
  newest().close();
  jest.advanceTimersByTime(60_000);
  expect(polls).toEqual([]);
  hidden.mockRestore();
  jest.advanceTimersByTime(15_000);
  expect(polls).not.toEqual([]);
});

test('a socket that a proxy lets hang while it opens is given up after 15 seconds', () => {
  jest.advanceTimersByTime(14_000);
  expect(states).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(states).toEqual(['lost']);
});

test('a socket that is silent for a minute counts as lost', () => {
  greet();
  jest.advanceTimersByTime(59_000);
  newest().say({ type: 'ping' });
  jest.advanceTimersByTime(59_000);
  expect(states).toEqual(['open']);
  jest.advanceTimersByTime(1_000);
  expect(states).toEqual(['open', 'lost']);
});

test('a computer that wakes from sleep replaces its socket within seconds, though no timer counted the sleep', () => {
  greet();
  jest.setSystemTime(Date.now() + 3 * 60 * 60_000);
  jest.advanceTimersByTime(1_000);
  expect(states).toEqual(['open', 'lost']);
  jest.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
});

test('going offline closes the connection at once, and coming back online reopens it at once', () => {
  greet();
  dispatchEvent(new Event('offline'));
  expect(states).toEqual(['open', 'lost']);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
});

/** Many attempts that fail, so that the next one would be 15 seconds away. */
function failOften() {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    newest().close();
    jest.advanceTimersByTime(15_000);
  }
  newest().close();
}

const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'));

test.each([
  ['the network is back', () => dispatchEvent(new Event('online'))],
  ['the page is seen again', becomeVisible],
])('when %s, the page is live within 3 seconds, even if the first attempts fail', (_, comeBack) => {
  failOften();
  comeBack();
  const sockets = FakeSocket.all.length;
  newest().close();
  jest.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(sockets + 1);
  newest().close();
  jest.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(sockets + 2);
  greet();
  expect(states.at(-1)).toBe('open');
});

test('an attempt that hangs since before the network was back is replaced at once', () => {
  jest.advanceTimersByTime(1_000);
  const [hanging] = FakeSocket.all;
  dispatchEvent(new Event('online'));
  expect([FakeSocket.all.length, hanging?.closed]).toEqual([2, true]);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
});

test('a page seen again replaces a socket that missed two messages of the server, and keeps one that did not', () => {
  greet();
  jest.advanceTimersByTime(49_000);
  becomeVisible();
  expect(FakeSocket.all).toHaveLength(1);
  jest.advanceTimersByTime(1_000);
  becomeVisible();
  expect(FakeSocket.all).toHaveLength(2);
});

test('messages that are malformed or of an unknown type are ignored', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  greet();
  newest().say({ type: 'billing_updated', at: 1 });
  newest().onmessage?.({ data: '{' });
  expect(heard).toEqual([hello]);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
  expect(readMessage(new ArrayBuffer(1))).toBeUndefined();
});

test('a connection that was ended is never reopened', () => {
  greet();
  end();
  jest.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(1);
  expect(newest().closed).toBe(true);
});
