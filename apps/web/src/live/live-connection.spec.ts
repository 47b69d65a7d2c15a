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
let end: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket as never;
  heard = [];
  states = [];
  end = connectLive('ws://test/ws', {
    onMessage: (message) => heard.push(message),
    onOpen: () => states.push('open'),
    onLost: () => states.push('lost'),
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
