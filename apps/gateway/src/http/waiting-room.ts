import { NotFoundException } from '@nestjs/common';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import type { Logger } from '@repairline/service-kit/logger';
import type { GatewayConfig } from '../config';
import { sendError } from '../errors/send-error';
import { applyFront } from './front';

const AWAY = 'The product does not answer at the moment. Please try again shortly.';
const UNCHANGED = `${AWAY} Nothing has been changed.`;

/** What is answered until the bus is there: the page and its files as ever, and of all else that it is not to be had. */
export function waitingRoom(config: GatewayConfig, logger: Logger): Express {
  const app = express();
  applyFront(app, config, logger);
  app.get('/api/health', (_request, response) => {
    response.status(503).json({ ok: false, parts: { bus: { ok: false } } });
  });
  app.use(['/api', '/ws'], ({ method }) => {
    throw new DomainError({ code: 'service_unavailable', message: method === 'GET' ? AWAY : UNCHANGED });
  });
  app.use(() => {
    throw new NotFoundException();
  });
  // Express knows by the number of parameters that it is for errors.
  const onError: ErrorRequestHandler = (error, request, response, _next) => sendError(error, request, response, logger);
  app.use(onError);
  return app;
}
