import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';

const { WebSocket } = createRequire(import.meta.url)('ws');
const PATIENCE = 10_000;

/** A socket of a signed-in visitor, and all that it has heard. `known`: the positions to go on from. */
export async function listen(visitor, known = {}) {
  const url = `${visitor.origin.replace('http', 'ws')}/ws`;
  const socket = new WebSocket(url, { headers: { origin: visitor.origin, cookie: visitor.cookie() } });
  const heard = [];
  const greeted = new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      heard.push(message);
      if (message.type === 'hello') resolve(message);
    });
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', positions: known })));
  const { positions, refetch } = await greeted;
  return {
    ...{ heard, positions, refetch, closed },
    about: (type) => heard.filter((message) => message.type === type).map(({ barcodeNumber }) => barcodeNumber),
    close: () => socket.terminate(),
  };
}

/** As the page does: what got no answer is asked again once, anywhere, under the same key. @returns answer and tries */
export async function withOneRetry(visitors, method, path, body) {
  const key = { 'idempotency-key': randomUUID() };
  const first = await attempt(visitors[0], method, path, body, key);
  if (first) return { ...first, tries: 1 };
  const second = await attempt(visitors[1], method, path, body, key);
  return { ...second, tries: 2 };
}

async function attempt(visitor, method, path, body, headers) {
  const answer = await visitor.send(method, path, body, headers, PATIENCE).catch(() => undefined);
  return answer && answer.status < 500 ? answer : undefined;
}
