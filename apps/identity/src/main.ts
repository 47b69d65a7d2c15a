import 'reflect-metadata';
import { createLogger } from '@repairline/service-kit/logger';
import { runService } from '@repairline/service-kit/run-service';
import { identityModule } from './app.module';
import { openIdentity } from './composition';
import { readIdentityConfig } from './config';

const config = readIdentityConfig();
const logger = createLogger('identity', config.LOG_LEVEL);

void runService('identity', config, logger, async () => {
  const { identity, health, standing, stop } = await openIdentity(config, logger);
  const inPlace = () => identity.views.inPlace();
  return { module: identityModule(identity, { health, standing }, logger), health, standing, inPlace, stop };
});
