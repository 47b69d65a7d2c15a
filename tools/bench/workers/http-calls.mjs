import { Agent, request } from 'node:http';

/** Sends requests over kept-alive connections. Resolves to the status and the body's text. */
export function httpCalls(url, headers = {}) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent =
        text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const call = request({ hostname, port, agent, method, path, headers: { ...headers, ...sent } }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString('utf8') }));
        answer.on('error', reject);
      });
      call.on('error', reject);
      call.end(text);
    });
}

/** @throws if the answer is not a success */
export function succeeded({ status, text }) {
  if (status >= 300) throw new Error(`A request was answered ${status}: ${text.slice(0, 300)}`);
  return text;
}
