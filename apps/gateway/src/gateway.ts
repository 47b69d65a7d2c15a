import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { nestLogger, type Logger } from '@repairline/service-kit/logger';
import { gatewayModule } from './app.module';
import { compose, type Edge } from './composition';
import { isBehindHttps, type GatewayConfig } from './config';
import { drainOf } from './http/drain';
import { jsonBody } from './http/json-body';
import { neverStored } from './http/never-stored';
import { securityHeaders } from './http/security-headers';
import { trace } from './http/trace';
import { Admission } from './live/admission';
import { LiveAdapter } from './live/live-adapter';
import { LiveSockets } from './live/live-sockets';
import { indexPage } from './web/index-page';
import { staticFiles } from './web/static-files';

export interface RunningGateway {
  port: number;
  edge: Edge;
  stop: () => Promise<void>;
}

/** Rejects with the system's error where the port is taken. */
export async function startGateway(config: GatewayConfig, logger: Logger): Promise<RunningGateway> {
  const edge = await compose(config, logger);
  const app = await NestFactory.create<NestExpressApplication>(gatewayModule(edge), {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  applyMiddleware(app, config, logger);
  app.useWebSocketAdapter(new LiveAdapter(app, app.get(Admission)));
  const sockets = app.get(LiveSockets);
  edge.health.register('live', () => ({ ok: true, detail: { sockets: sockets.list().length } }));
  const server = app.getHttpServer();
  limitTimes(server);
  const drain = drainOf(server);
  await app.init();
  await listen(server, config.PORT);
  const stop = async () => {
    await drain();
    await app.close();
    await edge.close();
  };
  return { port: (server.address() as AddressInfo).port, edge, stop };
}

function applyMiddleware(app: NestExpressApplication, config: GatewayConfig, logger: Logger): void {
  const isHttps = isBehindHttps(config);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', isHttps ? 1 : false);
  app.use(trace(logger));
  app.use(securityHeaders({ isHttps, publicOrigin: config.PUBLIC_ORIGIN }));
  app.use(compression());
  app.use('/api', neverStored, jsonBody());
  app.use(staticFiles(config.WEB_DIST));
  app.use(indexPage(config.WEB_DIST, logger));
}

/** Not by Nest, which writes lines of its own about a port that is taken. */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', resolve);
  });
}

function limitTimes(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
}
