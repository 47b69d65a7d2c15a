import type { Pool } from 'pg';
import * as calls from '@repairline/contracts/repairs/calls';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { replayHandler } from '@repairline/messaging/publishing/replay';
import { deviceCommands, type CommandDeps } from './commands/device-commands';
import { takeInDevices } from './commands/take-in-devices';
import { currentWorkSession, endWorkSession, startWorkSession } from './commands/work-sessions';
import { changesSince, RepairsChangesSince, type NoticeDeps } from './notices';
import { publish } from './event-registry';
import {
  countDevices,
  getDevice,
  getRepairLogs,
  listDeviceHistory,
  listDeviceLogs,
  listDevices,
  listRecentActivity,
  listRepairLogs,
  type QueryDeps,
} from './queries/device-queries';

/** Every call that the service answers. */
export function handlers({ deps, pool }: { deps: CommandDeps & QueryDeps & NoticeDeps; pool: Pool }): CallHandler[] {
  return [
    ...deviceCommands(deps),
    answer(calls.TakeInDevices, (input, context) => takeInDevices(deps, input, context)),
    answer(calls.StartWorkSession, (_input, context) => startWorkSession(deps, context)),
    answer(calls.EndWorkSession, (_input, context) => endWorkSession(deps, context)),
    answer(calls.CurrentWorkSession, (_input, context) => currentWorkSession(deps, context)),
    answer(calls.ListDevices, (input, context) => listDevices(deps, input, context)),
    answer(calls.GetDevice, (input, context) => getDevice(deps, input, context)),
    answer(calls.ListDeviceLogs, (input, context) => listDeviceLogs(deps, input, context)),
    answer(calls.ListDeviceHistory, (input, context) => listDeviceHistory(deps, input, context)),
    answer(calls.ListRepairLogs, (input, context) => listRepairLogs(deps, input, context)),
    answer(calls.GetRepairLogs, (input) => getRepairLogs(deps, input)),
    answer(calls.RecentActivity, (_input, context) => listRecentActivity(deps, context)),
    answer(calls.DeviceStatsQuery, (_input, context) => countDevices(deps, context)),
    answer(RepairsChangesSince, (input) => changesSince(deps, input)),
    replayHandler({ store: deps.store, pool }, 'repairs', publish),
  ];
}
