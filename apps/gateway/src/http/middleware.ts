import compression from 'compression';
import type { Express } from 'express';
import type { Logger } from '@repairline/service-kit/logger';
import { isBehindHttps, type Config } from '../config';
import { indexPage } from '../web/index-page';
import { staticFiles } from '../web/static-files';
import { hostNeeded } from './bare-answers';
import { jsonBody } from './json-body';
import { noStore } from './no-store';
import { securityHeaders } from './security-headers';
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
