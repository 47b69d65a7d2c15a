import { json, type RequestHandler } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import { EdgeError } from '../errors/edge-error';

const LIMIT = '100kb';

/** Reads JSON bodies; what it cannot read is turned down without quoting it. */
export function jsonBody(): RequestHandler {
  const read = json({ limit: LIMIT, strict: true });
  return (request, response, next) => {
    read(request, response, (problem?: unknown) => (problem ? next(refusal(problem)) : next()));
  };
}

function refusal(problem: unknown): Error {
  const type = problem instanceof Error && 'type' in problem ? problem.type : undefined;
  if (type === 'entity.too.large') {
    return new DomainError({ code: 'payload_too_large', message: 'This is too large: at most 100 kB can be sent' });
  }
  return new EdgeError('request_unreadable', 'The body is not valid JSON');
}
