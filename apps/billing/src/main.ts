import 'reflect-metadata';
import { createLogger } from '@repairline/service-kit/logger';
import { runService } from '@repairline/service/run-service';
import { appModule } from './app.module';
import { compose } from './composition';
import { config } from './config';

const settings = config();
const logger = createLogger('billing', settings.LOG_LEVEL);

void runService('billing', settings, logger, async () => {
  const billing = await compose(settings, logger);
  return { ...billing, module: appModule(billing, logger) };
});
