import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

const A_YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The built files. Names under assets/ carry their content's hash, so they may be cached for good; the rest is
 * revalidated. API calls are not looked up on disk, and the page is not served as a file, since it takes a nonce.
 */
export function staticFiles(folder: string): RequestHandler {
  const assets = join(folder, 'assets') + sep;
  const serve = express.static(folder, {
    index: false,
    dotfiles: 'ignore',
    redirect: false,
    setHeaders: (response, path) => {
      const kept = path.startsWith(assets);
      response.setHeader('Cache-Control', kept ? `public, max-age=${A_YEAR_MS / 1000}, immutable` : 'no-cache');
    },
  });
  return (request, response, next) => {
    if (request.path.startsWith('/api/') || request.path === '/index.html') next();
    else serve(request, response, next);
  };
}
