import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';

const { WebSocket } = createRequire(import.meta.url)('ws');
const PATIENCE_MS = 10_000;

/** A socket of a signed-in visitor, and everything it has received. `known` holds the positions to resume from. */
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

/**
 * Retries like the page: a request that got no answer is sent once more, to another gateway, under the same key.
 * @returns answer and tries; if neither try was answered, `failures` with the outcome of each, and no status
 */
export async function withOneRetry(visitors, method, path, body) {
  const key = { 'idempotency-key': randomUUID() };
  const failures = [];
  for (const visitor of visitors.slice(0, 2)) {
    const { answer, failure } = await attempt(visitor, method, path, body, key);
    if (answer) return { ...answer, tries: failures.length + 1 };
    failures.push(failure);
  }
  return { tries: failures.length, failures };
}

async function attempt(visitor, method, path, body, headers) {
  const startedAt = performance.now();
  const failure = (what) => ({ failure: `${what}, after ${Math.round(performance.now() - startedAt)} ms` });
  try {
    const answer = await visitor.send(method, path, body, headers, PATIENCE_MS);
    return answer.status < 500 ? { answer } : failure(`${answer.status} ${JSON.stringify(answer.body)}`);
  } catch (error) {
    return failure(error.cause?.message ?? error.message);
  }
}
