import type { DynamicModule } from '@nestjs/common';
import { GetAnalytics } from '@repairline/contracts/analytics/calls';
import { healthHandler } from '@repairline/messaging/calls/health-call';
import { answer, callController, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { standingHandler } from '@repairline/messaging/calls/standing-call';
import { awaitEventsHandler } from '@repairline/messaging/consuming/catch-up';
import type { Logger } from '@repairline/service-kit/logger';
import type { Analytics } from './composition';
import { SOURCE } from './facts';
import { AnalyticsChangesSince, changesSince } from './notices';
import { getAnalytics } from './queries/get-analytics';

export class AppModule {}

/** Every call that the service answers; there are no commands. */
export function handlers({ deps }: Pick<Analytics, 'deps'>): CallHandler[] {
  return [
    answer(GetAnalytics, (_input, context) => getAnalytics(deps, context)),
    answer(AnalyticsChangesSince, async (input) => changesSince(await deps.positionOf(SOURCE), input)),
  ];
}

export function appModule(analytics: Analytics, logger: Logger): DynamicModule {
  const reports = [
    healthHandler('analytics', analytics.health),
    standingHandler('analytics', analytics.standing),
    awaitEventsHandler('analytics', analytics.deps),
  ];
  return {
    module: AppModule,
    controllers: [callController([...handlers(analytics), ...reports], logger)],
  };
}
