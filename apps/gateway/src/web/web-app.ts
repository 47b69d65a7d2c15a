import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import express, { type RequestHandler, type Response } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { GatewayError } from '../http/errors';

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

/** A nonce for styles replaces this word in the built page; without the word, inline styles are allowed. */
const NONCE_PLACE = '__CSP_NONCE__';
const NOT_PAGES = /^\/(api|ws|assets)(\/|$)/u;
/** Names with an ending are files, except for asset numbers, which may contain a dot. */
const FILES = /^\/(?!devices\/|index\.html$).*\.\w+$/iu;

/**
 * Answers every address a person may type with the page, which itself decides on the screen. Files that exist have been
 * answered before.
 */
export function indexPage(folder: string, logger: Logger): RequestHandler {
  return async (request, response, next) => {
    const { method, path } = request;
    const isPage = !NOT_PAGES.test(path) && !FILES.test(path);
    if ((method !== 'GET' && method !== 'HEAD') || !isPage || !request.accepts('html')) return next();
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (html === undefined) {
      logger.error({ folder }, 'the web app is not built: index.html is missing in WEB_DIST');
      throw new GatewayError('web_app_missing', 'The web app has not been built');
    }
    const { page, styles } = withNonce(html, randomBytes(16).toString('base64'));
    withStyleNonce(response, styles);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  };
}

/** Adds the source that allows the page's own styles to the policy. */
export function withStyleNonce(response: Response, styles: string): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' ${styles}`));
}

function withNonce(html: string, nonce: string): { page: string; styles: string } {
  if (!html.includes(NONCE_PLACE)) return { page: html, styles: "'unsafe-inline'" };
  return { page: html.replaceAll(NONCE_PLACE, nonce), styles: `'nonce-${nonce}'` };
}
