import { NotFoundException } from '@nestjs/common';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import type { Logger } from '@repairline/service-kit/logger';
import type { Config } from '../config';
import { sendError } from './errors';
import { applyMiddleware } from './middleware';

const AWAY = 'Repairline is not responding at the moment. Please try again shortly.';
const UNCHANGED = `${AWAY} Nothing has been changed.`;

/** Answers until the bus is up: the page and its files as usual, everything else as unavailable. */
export function startupApp(config: Config, logger: Logger): Express {
  const app = express();
  applyMiddleware(app, config, logger);
  app.get('/api/health', (_request, response) => {
    response.status(503).json({ ok: false, parts: { bus: { ok: false } } });
  });
  app.use(['/api', '/ws'], ({ method }) => {
    throw new DomainError({ code: 'service_unavailable', message: method === 'GET' ? AWAY : UNCHANGED });
  });
  app.use(() => {
    throw new NotFoundException();
  });
  // Express recognizes an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    sendError(error, request, response, logger);
  };
  app.use(onError);
  return app;
}
