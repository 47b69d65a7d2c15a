import type { RequestHandler } from 'express';
import { correlation, type Logger } from '@repairline/service-kit/logger';
import { stateOf } from './request-state';

/**
 * Gives each request its correlation id and one line in the log when it has been answered. The line names the route,
 * never the address: addresses carry searched names.
 */
export function trace(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { correlationId } = stateOf(request);
    const began = performance.now();
    response.setHeader('X-Correlation-Id', correlationId);
    response.on('close', () => {
      const route = (request.route as { path?: string } | undefined)?.path ?? area(request.path);
      const { method } = request;
      const { statusCode: status, writableFinished: answered } = response;
      const ms = Math.round(performance.now() - began);
      logger[route === 'static' ? 'debug' : 'info']({ correlationId, method, route, status, ms, answered }, 'request');
    });
    correlation.run(correlationId, next);
  };
}

function area(path: string): string {
  return path.startsWith('/api') ? 'unknown' : 'static';
}
