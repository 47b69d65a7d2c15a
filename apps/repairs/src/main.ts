import 'reflect-metadata';
import { createLogger } from '@repairline/service-kit/logger';
import { runService } from '@repairline/service/run-service';
import { appModule } from './app.module';
import { compose } from './composition';
import { config } from './config';

const settings = config();
const logger = createLogger('repairs', settings.LOG_LEVEL);

void runService('repairs', settings, logger, async () => {
  const repairs = await compose(settings, logger);
  return { ...repairs, module: appModule(repairs, logger) };
});
