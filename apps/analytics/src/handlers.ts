import { GetAnalytics } from '@repairline/contracts/analytics/calls';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { SOURCE } from './facts';
import { AnalyticsChangesSince, changesSince } from './notices';
import { getAnalytics, type QueryDeps } from './queries/get-analytics';

/** Every call that the service answers; there are no commands. */
export function handlers({ deps }: { deps: QueryDeps }): CallHandler[] {
  return [
    answer(GetAnalytics, (_input, context) => getAnalytics(deps, context)),
    answer(AnalyticsChangesSince, async (input) => changesSince(await deps.positionOf(SOURCE), input)),
  ];
}
