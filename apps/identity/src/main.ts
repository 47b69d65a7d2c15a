import 'reflect-metadata';
import { createLogger } from '@repairline/service-kit/logger';
import { runService } from '@repairline/service/run-service';
import { appModule } from './app.module';
import { compose } from './composition';
import { config } from './config';

const settings = config();
const logger = createLogger('identity', settings.LOG_LEVEL);

void runService('identity', settings, logger, async () => {
  const { identity, health, standing, stop } = await compose(settings, logger);
  const inPlace = () => identity.views.inPlace();
  return { module: appModule(identity, { health, standing }, logger), health, standing, inPlace, stop };
});
