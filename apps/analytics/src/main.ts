import 'reflect-metadata';
import { createLogger } from '@repairline/service-kit/logger';
import { runService } from '@repairline/service/run-service';
import { appModule } from './app.module';
import { compose } from './composition';
import { config } from './config';

const settings = config();
const logger = createLogger('analytics', settings.LOG_LEVEL);

void runService('analytics', settings, logger, async () => {
  const analytics = await compose(settings, logger);
  return {
    module: appModule(analytics, logger),
    health: analytics.health,
    standing: analytics.standing,
    stop: analytics.stop,
  };
});
