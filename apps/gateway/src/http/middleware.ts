import compression from 'compression';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from '@repairline/service-kit/logger';
import { isBehindHttps, type Config } from '../config';
import { indexPage, staticFiles } from '../web/web-app';
import { jsonBody } from './json-body';
import { hostNeeded } from './server';
import { trace } from './trace';

/** What precedes the routes and needs no bus: the steps of every request, the page and its files. */
export function applyMiddleware(app: Express, config: Config, logger: Logger): void {
  const isHttps = isBehindHttps(config);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', isHttps ? 1 : false);
  app.use(trace(logger));
  app.use(securityHeaders({ isHttps, publicOrigin: config.PUBLIC_ORIGIN }));
  app.use(compression());
  app.use(hostNeeded);
  app.use('/api', noStore, jsonBody());
  app.use(staticFiles(config.WEB_DIST));
  app.use(indexPage(config.WEB_DIST, logger));
}

/** An API answer is meant for one person and one moment. */
const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

interface Headers {
  isHttps: boolean;
  publicOrigin: string | undefined;
}

/** Our pages may load only our own files. Each page widens `style-src` for itself. */
function securityHeaders({ isHttps, publicOrigin }: Headers): RequestHandler {
  const socket = publicOrigin ? [publicOrigin.replace(/^http/u, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...socket],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
}
