import 'reflect-metadata';
import { collectAfterBursts } from '@repairline/service-kit/collect-after-bursts';
import { openHealthPort } from '@repairline/service-kit/health-port';
import { createLogger } from '@repairline/service-kit/logger';
import { describeProcess } from '@repairline/service-kit/metrics';
import { scrape } from '@repairline/service-kit/scrape';
import { endAtSignals, onShutdown } from '@repairline/service-kit/shutdown';
import { startTracing } from '@repairline/service-kit/tracing';
import { readGatewayConfig } from './config';
import { startGateway } from './gateway';
import { portTaken } from './port-taken';

async function main(): Promise<void> {
  const config = readGatewayConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  try {
    describeProcess('gateway');
    const endTraces = await startTracing('gateway', logger);
    endAtSignals();
    const healthPort = await openHealthPort(config);
    const { edge, stop, port } = await startGateway(config, logger);
    healthPort.setReport({ health: edge.health, metrics: () => scrape('gateway') });
    collectAfterBursts();
    onShutdown(logger, [stop, endTraces]);
    logger.info({ port }, 'ready');
  } catch (error) {
    const taken = portTaken(error, config);
    if (taken) process.stderr.write(`${taken}\n`);
    else logger.fatal({ err: error }, 'gateway could not start');
    process.exit(1);
  }
}

void main();
