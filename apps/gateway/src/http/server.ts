import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import type { Config } from '../config';
import { answerTo, GatewayError } from './errors';

/** Makes Nest use a server that is already listening instead of its own, and answers null as JSON, not as no body. */
export class ListeningAdapter extends ExpressAdapter {
  constructor(
    private readonly server: Server,
    app: Express,
  ) {
    super(app);
  }

  override initHttpServer(): void {
    this.setHttpServer(this.server);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body !== null) return super.reply(response, body, status) as unknown;
    return response.status(status ?? response.statusCode).json(null);
  }
}

const UNREADABLE = new GatewayError('request_unreadable', 'The request cannot be read');
const refusals: Partial<Record<string, Error>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new GatewayError(
    'request_timed_out',
    'The request did not arrive in time. Please try again.',
  ),
  HPE_HEADER_OVERFLOW: new GatewayError('headers_too_large', 'The headers of the request are too large'),
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

const DRAIN_MS = 4_000;

/**
 * Stops taking requests and resolves once those in progress have been answered, after 4 s at the latest. Connections
 * with no request, or half of one, are cut: they could delay the shutdown indefinitely.
 */
export function drainOf(server: Server): () => Promise<void> {
  let running = 0;
  let finished = () => undefined as void;
  server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (running === 0) finished();
    });
  });
  return async () => {
    server.close();
    await new Promise<void>((resolve) => {
      finished = resolve;
      setTimeout(resolve, DRAIN_MS).unref();
      if (running === 0) resolve();
    });
    server.closeAllConnections();
  };
}

/** What to print if another program has one of the gateway's ports; undefined for any other error. */
export function portTaken(error: unknown, { HEALTH_PORT }: Pick<Config, 'HEALTH_PORT'>): string | undefined {
  const { code, port } = Object(error) as Partial<NodeJS.ErrnoException> & { port?: number };
  if (code !== 'EADDRINUSE') return undefined;
  const variable = port === HEALTH_PORT ? 'HEALTH_PORT' : 'PORT';
  return `Port ${port} is taken by another program. Choose another with ${variable}.`;
}
