import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { healthHandler, statusHandler } from '@repairline/messaging/calls/report-calls';
import { callController, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { untilMigrated } from '@repairline/postgres/migrate/until-migrated';
import { openPools } from '@repairline/postgres/pool';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { collectAfterBursts } from '@repairline/service-kit/collect-after-bursts';
import { ConfigurationError, WRONG_CONFIGURATION } from '@repairline/service-kit/configuration-error';
import { createLogger, nestLogger, type Logger } from '@repairline/service-kit/logger';
import type { Health } from '@repairline/service-kit/monitoring/health';
import { openHealthPort } from '@repairline/service-kit/monitoring/health-port';
import { describeProcess } from '@repairline/service-kit/monitoring/metrics';
import { scrape } from '@repairline/service-kit/monitoring/scrape';
import type { Status } from '@repairline/service-kit/monitoring/status';
import { startTracing } from '@repairline/service-kit/monitoring/tracing';
import { endAtSignals, onShutdown } from '@repairline/service-kit/shutdown';

/** What a service consists of once it is open. */
export interface Composition {
  /** The calls it answers, beside those that every service answers. */
  handlers: CallHandler[];
  health: Health;
  status: Status;
  /** Resolves once the service has what it answers calls from; until then replicas of another version answer them. */
  inPlace?: () => Promise<void>;
  /** Closes what the service opened, in order, once running calls have been answered. */
  stop: () => Promise<void>;
}

interface ProcessSettings {
  LOG_LEVEL: string;
  NATS_CALLS_URL: string;
  DATABASE_URL: string;
  HEALTH_PORT?: number | undefined;
  HEALTH_HOST: string;
}

/**
 * Runs a service until SIGTERM: Nest on NATS (one queue group per service, so that replicas share the calls), health,
 * metrics, ordered shutdown.
 */
export async function runService<Settings extends ProcessSettings>(
  service: string,
  config: Settings,
  compose: (config: Settings, logger: Logger) => Promise<Composition>,
): Promise<void> {
  const logger = createLogger(service, config.LOG_LEVEL);
  try {
    describeProcess(service);
    const endTraces = await startTracing(service, logger);
    endAtSignals();
    const healthPort = await openHealthPort(config);
    await untilMigrated(config.DATABASE_URL, service, logger);
    const composition = await compose(config, logger);
    const { health, status, inPlace, stop } = composition;
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(serviceModule(service, composition, logger), {
      ...callServer(config.NATS_CALLS_URL, service),
      logger: nestLogger(logger),
    });
    let isListening = false;
    health.register('calls', () => ({ ok: isListening }));
    healthPort.setReport({ health, metrics: () => scrape(service, status, openPools()) });
    onShutdown(logger, [() => app.close(), stop, endTraces, () => healthPort.close()]);
    await inPlace?.();
    await app.listen();
    isListening = true;
    collectAfterBursts();
    logger.info('ready');
  } catch (error) {
    logger.fatal({ err: error }, `${service} could not start`);
    process.exit(error instanceof ConfigurationError ? WRONG_CONFIGURATION : 1);
  }
}

/** For Nest. */
export function serviceModule(
  service: string,
  { handlers, health, status }: Pick<Composition, 'handlers' | 'health' | 'status'>,
  logger: Logger,
): DynamicModule {
  class ServiceModule {}
  const reports = [healthHandler(service, health), statusHandler(service, status)];
  return { module: ServiceModule, controllers: [callController([...handlers, ...reports], logger)] };
}
