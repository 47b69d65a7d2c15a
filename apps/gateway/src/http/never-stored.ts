import type { RequestHandler } from 'express';

/** Answers of the API are one person's and of one moment. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
