import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import express from 'express';
import { nestLogger, type Logger } from '@repairline/service-kit/logger';
import { appModule } from './app.module';
import { compose, type Resources } from './composition';
import type { Config } from './config';
import { applyMiddleware } from './http/middleware';
import { answerInFull, drainOf, ListeningAdapter } from './http/server';
import { startupApp } from './http/startup-app';
import { Admission, LiveAdapter } from './live/admission';
import { LiveSockets } from './live/live-sockets';

export interface RunningGateway {
  port: number;
  resources: Resources;
  stop: () => Promise<void>;
}

/** Answers once the port is open; resolves once the bus is up. Rejects with the system's error if the port is taken. */
export async function startGateway(config: Config, logger: Logger): Promise<RunningGateway> {
  const server = createServer({ requireHostHeader: false });
  limitTimes(server);
  answerInFull(server);
  const drain = drainOf(server);
  const startup = startupApp(config, logger);
  server.on('request', startup);
  await listen(server, config.PORT);
  const resources = await compose(config, logger);
  const expressApp = express();
  applyMiddleware(expressApp, config, logger);
  const app = await NestFactory.create(appModule(resources), new ListeningAdapter(server, expressApp), {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  app.useWebSocketAdapter(new LiveAdapter(app, app.get(Admission)));
  const sockets = app.get(LiveSockets);
  resources.health.register('live', () => ({ ok: true, detail: { sockets: sockets.list().length } }));
  await app.init();
  server.off('request', startup).on('request', expressApp);
  const stop = async () => {
    await drain();
    await app.close();
    await resources.close();
  };
  return { port: (server.address() as AddressInfo).port, resources, stop };
}

/** Not left to Nest, which prints lines of its own if the port is taken. */
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
