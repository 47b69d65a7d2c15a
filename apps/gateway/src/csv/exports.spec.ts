import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { createLogger } from '@repairline/service-kit/logger';
import { sendError } from '../http/errors';
import { Exports } from './exports';

const LONG_MS = 60_000;
const FILE = 'Name\r\n';
const ROWS = Array<string>(1_000).fill('x'.repeat(1_000));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** `/ada/short` is a file for Ada; `/ada/endless` has no end. Nobody gets a first page before `release`. */
async function serving(stalledMs = LONG_MS) {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const exports = new Exports(stalledMs);
  const sheet = { columns: ['Name'], cells: (item: string) => [item] };
  const app = express();
  let begun = (_: ServerResponse) => undefined as void;
  app.get('/:userId/:length', (request, response) => {
    const { userId, length } = request.params;
    const context: CallContext = { actor: { userId, name: userId, role: 'Member' }, correlationId: 'c' };
    const page = async () => {
      begun(response);
      await gate;
      return length === 'short' ? { items: [], next: null } : { items: ROWS, next: 'more' };
    };
    const file = { fileName: 'names.csv', timeZone: 'UTC', sheet, page };
    exports
      .send(response, context, file)
      .catch((error: unknown) => sendError(error, request, response, createLogger('test', 'silent')));
  });
  server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => get({ port, path, agent: false }).on('error', () => undefined);
  return {
    release,
    answered: async (path: string) => {
      const answer = await responseTo(ask(path));
      return [answer.statusCode, await text(answer)];
    },
    /** An export that has taken its place and waits for its first page. */
    begin: async (path: string) => {
      const response = new Promise<ServerResponse>((resolve) => (begun = resolve));
      const request = ask(path);
      return { request, answer: responseTo(request), closed: once(await response, 'close') };
    },
  };
}

/** Never settles if the request is destroyed first. */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve) => request.once('response', resolve));
}

it('a person is sent one file at a time, and a gateway sends two', async () => {
  const { begin, answered, release } = await serving();
  const refusal = [429, expect.stringContaining('"type":"too_many_exports"')];
  const first = await begin('/ada/short');
  expect(await answered('/ada/short')).toEqual(refusal);
  const second = await begin('/bob/short');
  expect(await answered('/eve/short')).toEqual(refusal);
  const files = [first, second].map(async ({ answer }) => text(await answer));
  release();
  expect(await Promise.all(files)).toEqual([FILE, FILE]);
  expect(await answered('/ada/short')).toEqual([200, FILE]);
  expect(await answered('/eve/short')).toEqual([200, FILE]);
});

it('a browser that leaves gives its place back, before the first page and within the file', async () => {
  const { begin, answered, release } = await serving();
  const [before, within] = [await begin('/ada/short'), await begin('/bob/endless')];
  before.request.destroy();
  await before.closed;
  release();
  expect(await answered('/eve/short')).toEqual([200, FILE]);
  (await within.answer).destroy();
  await within.closed;
  expect(await answered('/bob/short')).toEqual([200, FILE]);
});

it('a browser that takes nothing for a while is cut off and gives its place back', async () => {
  const { begin, answered, release } = await serving(50);
  const stalled = await begin('/ada/endless');
  release();
  (await stalled.answer).pause();
  await stalled.closed;
  expect(await answered('/ada/short')).toEqual([200, FILE]);
});
