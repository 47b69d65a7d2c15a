import type { Request, Response } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { stateOf } from '../http/request-state';
import { answerTo, type HttpAnswer } from './http-answer';

export function sendError(error: unknown, request: Request, response: Response, logger: Logger): HttpAnswer {
  const answer = answerTo(error, stateOf(request).correlationId);
  const { status, headers, body } = answer;
  if (status === 500) logger.error({ err: error }, 'a request failed');
  if (response.headersSent) response.destroy(error as Error);
  else response.status(status).set(headers).json(body);
  return answer;
}
