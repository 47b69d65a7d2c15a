import 'reflect-metadata';
import { serveHealth } from '@repairline/service-kit/health';
import { createLogger } from '@repairline/service-kit/logger';
import { onShutdown } from '@repairline/service-kit/shutdown';
import { readGatewayConfig } from './config';
import { startGateway } from './gateway';

async function main(): Promise<void> {
  const config = readGatewayConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  try {
    const { edge, stop, port } = await startGateway(config, logger);
    if (config.HEALTH_PORT !== undefined) await serveHealth(edge.health, config.HEALTH_PORT, config.HEALTH_HOST);
    onShutdown(logger, [stop]);
    logger.info({ port }, 'ready');
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (taken) process.stderr.write(`Port ${config.PORT} is taken by another program. Choose another with PORT.\n`);
    else logger.fatal({ err: error }, 'gateway could not start');
    process.exit(1);
  }
}

void main();
