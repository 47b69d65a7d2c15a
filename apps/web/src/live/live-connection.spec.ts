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

test('a broken connection comes back and resumes from the position it had', () => {
  greet();
  newest().close();
  expect(states).toEqual(['open', 'lost']);
  jest.advanceTimersByTime(500);
  newest().onopen?.();
  expect(newest().sent).toEqual([JSON.stringify({ type: 'resume', positions: { repairs: 7 } })]);
  newest().say(hello);
  expect(states).toEqual(['open', 'lost', 'open']);
});

test('attempts that fail come further and further apart, up to 15 seconds', () => {
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

test('a socket that has been silent for a minute is given up', () => {
  greet();
  jest.advanceTimersByTime(59_000);
  newest().say({ type: 'ping' });
  jest.advanceTimersByTime(59_000);
  expect(states).toEqual(['open']);
  jest.advanceTimersByTime(1_000);
  expect(states).toEqual(['open', 'lost']);
});

test('a computer that wakes up has a new socket at once: no timer has counted how long it slept', () => {
  greet();
  jest.setSystemTime(Date.now() + 3 * 60 * 60_000);
  jest.advanceTimersByTime(1_000);
  expect(states).toEqual(['open', 'lost']);
  jest.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
});

test('the browser going offline ends the connection at once, and coming back opens it at once', () => {
  greet();
  dispatchEvent(new Event('offline'));
  expect(states).toEqual(['open', 'lost']);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
});

test('messages of unknown types and broken ones are passed over', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  greet();
  newest().say({ type: 'billing_updated', at: 1 });
  newest().onmessage?.({ data: '{' });
  expect(heard).toEqual([hello]);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
  expect(readMessage(new ArrayBuffer(1))).toBeUndefined();
});

test('once ended it never comes back', () => {
  greet();
  end();
  jest.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(1);
  expect(newest().closed).toBe(true);
});
