import { type LiveMessage } from '@repairline/contracts/live';
import { WebSocket } from 'ws';

export interface Socket {
  /** All messages so far, oldest first. */
  heard: LiveMessage[];
  /** The first message that fits, whether already received or still to come. */
  hear(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  /** The close code. */
  closed: Promise<number>;
  close(): void;
}

const PATIENCE_MS = 5_000;

/** `/ws` as the browser opens it, after the greeting. */
export async function openSocket(baseURL: string, cookie: string): Promise<Socket> {
  const socket = new WebSocket(wsAddress(baseURL), { headers: { Cookie: cookie, Origin: baseURL } });
  const heard: LiveMessage[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString('utf8')) as LiveMessage);
    listeners.forEach((listener) => listener());
  });
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => void socket.once('open', resolve).once('error', reject));

  const hear = (fits: (message: LiveMessage) => boolean) =>
    new Promise<LiveMessage>((resolve, reject) => {
      const listener = () => {
        const found = heard.find(fits);
        if (!found) return;
        clearTimeout(timer);
        listeners.delete(listener);
        resolve(found);
      };
      const timer = setTimeout(() => reject(new Error(`Not heard among ${JSON.stringify(heard)}`)), PATIENCE_MS);
      listeners.add(listener);
      listener();
    });
  socket.send(JSON.stringify({ type: 'resume', positions: {} }));
  await hear(({ type }) => type === 'hello');
  return { heard, hear, closed, close: () => socket.terminate() };
}

/** The status that refuses the upgrade, or 101 if it succeeds. */
export function upgradeStatus(baseURL: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(wsAddress(baseURL), { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
    socket.once('error', reject);
  }).finally(() => {
    socket.on('error', () => undefined);
    socket.terminate();
  }) as Promise<number>;
}

function wsAddress(baseURL: string): string {
  return `${baseURL.replace('http', 'ws')}/ws`;
}
