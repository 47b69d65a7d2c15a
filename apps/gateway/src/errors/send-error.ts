import type { Request, Response } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { stateOf } from '../http/request-state';
import { answerTo } from './http-answer';

export function sendError(error: unknown, request: Request, response: Response, logger: Logger): void {
  const { status, headers, body } = answerTo(error, stateOf(request).correlationId);
  if (status === 500) logger.error({ err: error }, 'a request failed');
  if (response.headersSent) response.destroy(error as Error);
  else response.status(status).set(headers).json(body);
}
