import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import { EdgeError } from '../errors/edge-error';
import { answerTo } from '../errors/http-answer';

const UNREADABLE = new EdgeError('request_unreadable', 'The request cannot be read');
const refusals: Partial<Record<string, Error>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new EdgeError('request_timed_out', 'The request did not arrive in time. Please try again.'),
  HPE_HEADER_OVERFLOW: new EdgeError('headers_too_large', 'The headers of the request are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new DomainError({ code: 'payload_too_large', message: 'The request is too large' }),
};

/**
 * What Node refuses before it is a request gets a body like every other error; Node's own answers have none. So does a
 * request that waited in the socket while this process was stopped for longer than the limits of `gateway.ts`.
 */
export function answerInFull(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = answers.get(socket);
    const isUnderWay = begun?.headersSent && !begun.writableFinished;
    if (!socket.writable || isUnderWay) socket.destroy();
    else socket.end(refusal(refusals[error.code ?? ''] ?? UNREADABLE), () => socket.destroy());
  });
  server.on('checkExpectation', (_request: IncomingMessage, response) => {
    const { status, body } = answerTo(UNREADABLE, '');
    const text = JSON.stringify(body);
    const about = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
    response.writeHead(status, about).end(text);
  });
}

/** In Node's place, which would answer with an empty body: see `requireHostHeader` of its server. */
export const hostNeeded: RequestHandler = ({ headers, httpVersion }, _response, next) =>
  next(httpVersion === '1.1' && headers.host === undefined ? UNREADABLE : undefined);

function refusal(error: Error): string {
  const { status, body } = answerTo(error, '');
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'X-Content-Type-Options: nosniff',
    '',
    text,
  ].join('\r\n');
}
