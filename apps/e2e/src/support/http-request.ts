import { type Agent, request, type RequestOptions } from 'node:http';
import { type Answer } from './api';

interface Target {
  agent: Agent;
  url: string;
  /** Sent as written, without any normalization. */
  path: string;
}

export function sendRequest(target: Target, body: string | undefined, options: RequestOptions): Promise<Answer> {
  const { hostname, port } = new URL(target.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, hostname, port, path: target.path, agent: target.agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('error', reject);
      answer.once('end', () => {
        const isJson = answer.headers['content-type']?.includes('application/json') ?? false;
        const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
