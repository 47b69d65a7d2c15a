import type { RequestHandler, Response } from 'express';
import { correlation, type Logger } from '@repairline/service-kit/logger';
import { httpSeconds } from '@repairline/service-kit/monitoring/metrics';
import { inRootSpan, traceFields, type EndSpan } from '@repairline/service-kit/monitoring/tracing';
import { clientOf } from '../auth/client';
import { stateOf } from './request';

/** Not an HTTP status: nginx's code for a client that closes the connection before it is answered. */
const LEFT = 499;

/**
 * Gives each request its correlation id and, once answered, one log line, one measurement and one span. They name the
 * route, never the address: addresses contain names people searched for.
 */
export function trace(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const state = stateOf(request);
    const { correlationId } = state;
    state.client = clientOf(request.ip);
    const { method } = request;
    response.setHeader('X-Correlation-Id', correlationId);
    const answer = (endSpan: EndSpan) => {
      const began = performance.now();
      response.on('close', () => {
        const route = (request.route as { path?: string } | undefined)?.path ?? area(request.path);
        const { writableFinished: answered } = response;
        const status = outcomeOf(response);
        const ms = performance.now() - began;
        httpSeconds.observe({ method, route, status }, ms / 1_000);
        endSpan(`${method} ${route}`, {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        });
        const told = {
          correlationId,
          ...traceFields(correlationId),
          method,
          route,
          status,
          ms: Math.round(ms),
          answered,
        };
        logger[route === 'static' ? 'debug' : 'info'](told, 'request');
      });
      correlation.run(correlationId, next);
    };
    if (!isTraced(request.path)) return answer(() => undefined);
    inRootSpan(method, correlationId, { kind: 'server' }, answer);
  };
}

/** An answer that did not arrive in full counts as a failure: we broke it off, or the client has left. */
function outcomeOf({ statusCode, writableFinished, errored }: Response): number {
  if (writableFinished) return statusCode;
  return errored ? 500 : LEFT;
}

/** Requests for files and health say nothing about anybody's work. */
function isTraced(path: string): boolean {
  return path.startsWith('/api/') && path !== '/api/health';
}

function area(path: string): string {
  return path.startsWith('/api') ? 'unknown' : 'static';
}
