import 'reflect-metadata';
import { collectAfterBursts } from '@repairline/service-kit/collect-after-bursts';
import { createLogger } from '@repairline/service-kit/logger';
import { openHealthPort } from '@repairline/service-kit/monitoring/health-port';
import { describeProcess } from '@repairline/service-kit/monitoring/metrics';
import { scrape } from '@repairline/service-kit/monitoring/scrape';
import { startTracing } from '@repairline/service-kit/monitoring/tracing';
import { endAtSignals, onShutdown } from '@repairline/service-kit/shutdown';
import { config } from './config';
import { startGateway } from './gateway';
import { portTaken } from './http/server';

async function main(): Promise<void> {
  const settings = config();
  const logger = createLogger('gateway', settings.LOG_LEVEL);
  try {
    describeProcess('gateway');
    const endTraces = await startTracing('gateway', logger);
    endAtSignals();
    const healthPort = await openHealthPort(settings);
    const { resources, stop, port } = await startGateway(settings, logger);
    healthPort.setReport({ health: resources.health, metrics: () => scrape('gateway') });
    collectAfterBursts();
    onShutdown(logger, [stop, endTraces]);
    logger.info({ port }, 'ready');
  } catch (error) {
    const taken = portTaken(error, settings);
    if (taken) process.stderr.write(`${taken}\n`);
    else logger.fatal({ err: error }, 'gateway could not start');
    process.exit(1);
  }
}

void main();
