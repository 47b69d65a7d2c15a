import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { LOGGER } from '../composition';
import { stateOf } from '../http/request-state';
import { answerTo } from './http-answer';

@Catch()
export class AllErrors implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const { status, headers, body } = answerTo(error, stateOf(http.getRequest<Request>()).correlationId);
    if (status === 500) this.logger.error({ err: error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else response.status(status).set(headers).json(body);
  }
}
