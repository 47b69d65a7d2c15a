import type { RequestHandler } from 'express';

/** An API answer is meant for one person and one moment. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
