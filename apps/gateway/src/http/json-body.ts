import { json, type Request, type RequestHandler } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import { GatewayError } from './errors';

/** A bulk intake has thousands of rows; everything else is small. */
const LARGE_PATHS = new Set(['/devices/bulk']);
const small = { limit: '100kb', told: '100 kB' };
const large = { limit: '2mb', told: '2 MB' };
/** Far more than any call has. JSON can be parsed at depths at which it cannot be written for the services any more. */
const MOST_LEVELS = 100;

/** Reads the JSON bodies of calls under /api; it refuses what it cannot read, without quoting it. */
export function jsonBody(): RequestHandler {
  const [readSmall, readLarge] = [reader(small), reader(large)];
  return (request, response, next) => {
    const read = LARGE_PATHS.has(request.path) ? readLarge : readSmall;
    read(request, response, next);
  };
}

function reader({ limit, told }: { limit: string; told: string }): RequestHandler {
  const read = json({ limit, strict: true });
  return (request, response, next) => {
    if (isOfAnotherType(request))
      return next(new GatewayError('unsupported_media_type', 'Send the body as application/json'));
    read(request, response, (problem?: unknown) => {
      if (problem) return next(refusal(problem, told));
      if (!isWithin(MOST_LEVELS, request.body))
        return next(new GatewayError('request_unreadable', 'The body is nested too deeply'));
      next();
    });
  };
}

function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isWithin(levels - 1, part));
}

/** If ignored, a form would be answered as if nothing had been sent. A request without a body needs no type. */
function isOfAnotherType(request: Request): boolean {
  return request.is('application/json') === false && request.headers['content-length'] !== '0';
}

function refusal(problem: unknown, most: string): Error {
  const type = problem instanceof Error && 'type' in problem ? problem.type : undefined;
  if (type === 'entity.too.large') {
    return new DomainError({
      code: 'payload_too_large',
      message: `The request is too large: at most ${most} can be sent`,
    });
  }
  return new GatewayError('request_unreadable', 'The body is not valid JSON');
}
