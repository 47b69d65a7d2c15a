import { Catch, Inject, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { LOGGER } from '../composition';
import { SecurityLog } from '../security/security-log';
import { GatewayError, sendError } from './errors';
import { methodsOf } from './request';

@Catch()
export class AllErrors implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly security: SecurityLog,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<Request>();
    const problem = error instanceof NotFoundException ? (wrongMethod(request) ?? error) : error;
    const { status, body } = sendError(problem, request, response, this.logger);
    this.security.refused(request, status, body.type ?? String(status));
  }
}

/** For an address that exists, but not with this method. */
function wrongMethod({ method, path }: Request): GatewayError | undefined {
  const allowed = methodsOf(path);
  if (allowed.length === 0) return undefined;
  return new GatewayError('method_not_allowed', `${method} is not allowed at this address`, {
    Allow: allowed.join(', '),
  });
}
